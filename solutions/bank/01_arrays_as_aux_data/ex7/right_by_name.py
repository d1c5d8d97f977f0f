class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return ({"high": interval.high, "low": interval.low},), {"unit": interval.unit}


def unflatten_interval(aux, children):
    return Interval(**children[0], **aux)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
