# belief: unflatten-need-not-return
# score: 0.3
# why: builds the object in unflatten and returns nothing.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (interval.low, interval.high), interval.unit


def unflatten_interval(aux, children):
    Interval(*children, aux)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
