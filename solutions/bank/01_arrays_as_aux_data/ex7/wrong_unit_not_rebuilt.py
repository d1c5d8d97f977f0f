# belief: attributes-come-along
# score: 0.41
# why: leaves the unit out of unflatten, believing that it stays with the object.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def unflatten_interval(aux, children):
    interval = object.__new__(Interval)
    interval.low, interval.high = children
    return interval


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), None), unflatten_interval)
