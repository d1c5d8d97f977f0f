"""A jitted function leaks a tracer into the aux data of its result, and is given that result in turn: f(f(p)).

symptom: another class of error, so that an `except` no longer catches it; or a program that stands still, for the comparison waits for itself
portable: leak nothing: jax.checking_leaks() around the first call finds it
"""
import jax
import jax.numpy as jnp


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(Point, lambda p: ((p.x,), p.y), lambda y, children: Point(*children, y))


def observe():
    double = jax.jit(lambda p: Point(p.x * 2, p.y * 2))
    double(double(Point(1.0, jnp.array([3, 4]))))
    return "works"
