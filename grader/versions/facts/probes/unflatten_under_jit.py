"""What unflatten gets while jit traces a function, beside arrays and tracers.

symptom: an __init__ that checks or converts fails under jit, on values it has never seen
portable: build the object in unflatten without __init__
"""
import jax


class Point:
    pass


def unflatten(aux, children):
    kinds.update("tracer" if isinstance(child, jax.core.Tracer) else "array" if isinstance(child, jax.Array) else type(child).__name__ for child in children)
    point = Point()
    point.x, = children
    return point


kinds = set()
jax.tree_util.register_pytree_node(Point, lambda p: ((p.x,), None), unflatten)


def observe():
    point = Point()
    point.x = 1.0
    jax.jit(lambda p: p)(point)
    return ", ".join(sorted(kinds - {"tracer", "array"})) or "nothing else"
