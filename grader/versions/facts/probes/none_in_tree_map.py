"""tree_map takes None for an empty tree, then a second tree with something in that place is refused.

symptom: ValueError from tree_map where one of two trees has None, as in a merge of optional fields
portable: is_leaf=lambda x: x is None
"""
import jax


def observe():
    return jax.tree_util.tree_map(lambda a, b: (a, b), {"a": None}, {"a": 1})
