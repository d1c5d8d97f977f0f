"""`@jax.tree_util.register_dataclass` above a dataclass, without lists of fields.

symptom: TypeError about missing data_fields and meta_fields, in code copied from newer documentation
portable: register_dataclass(C, data_fields=[…], meta_fields=[…]) as a statement
"""
import dataclasses

import jax


@dataclasses.dataclass
class Point:
    x: float


def observe():
    return f"a pytree with {len(jax.tree_util.tree_leaves(jax.tree_util.register_dataclass(Point)(1.0)))} leaf"
