# belief: unflatten-decides
# score: 0.3
# why: sorts with Python's min and max, which ask arrays for a truth value.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (interval.low, interval.high), interval.unit


def unflatten_interval(aux, children):
    return Interval(min(children), max(children), aux)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
