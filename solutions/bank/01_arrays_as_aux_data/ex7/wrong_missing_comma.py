# belief: parentheses-make-a-tuple
# score: 0.2
# why: puts low alone in parentheses, without the comma, and the rest beside it.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (interval.low), (interval.high, interval.unit)


def unflatten_interval(aux, children):
    return Interval(*children, *aux)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
