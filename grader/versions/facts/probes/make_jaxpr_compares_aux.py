"""make_jaxpr of one function for two objects whose aux data are two equal arrays of two elements.

symptom: ValueError at the second call
portable: no array in aux data
"""
import jax
import jax.numpy as jnp


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(Point, lambda p: ((p.x,), p.y), lambda y, children: Point(*children, y))


def observe():
    trace = jax.make_jaxpr(lambda p: p.x + 1)
    trace(Point(1.0, jnp.array([3, 4])))
    trace(Point(1.0, jnp.array([3, 4])))
    return "works"
