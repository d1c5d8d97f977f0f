# belief: unit-in-neither
# score: 0.9
# why: keeps the unit on the class: right after one unit, stale after two.
class Interval:
    unit = "m"

    def __init__(self, low, high, unit):
        self.low, self.high = low, high
        Interval.unit = unit


def unflatten_interval(aux, children):
    interval = object.__new__(Interval)
    interval.low, interval.high = children
    return interval


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), None), unflatten_interval)
