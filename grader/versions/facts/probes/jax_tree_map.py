"""jax.tree_map, the old name.

symptom: AttributeError in older code
portable: jax.tree_util.tree_map or jax.tree.map
"""
import warnings

import jax


def observe():
    warnings.simplefilter("ignore")
    jax.tree_map(lambda x: x + 1, [1])
    return "works"
