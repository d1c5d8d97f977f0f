# belief: children-need-no-tuple
# score: 0.0
# why: lists all three attributes in a row.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return interval.low, interval.high, interval.unit


def unflatten_interval(aux, children):
    return Interval(*children, aux)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
