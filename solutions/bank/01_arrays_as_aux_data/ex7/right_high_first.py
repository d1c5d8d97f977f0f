class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return [(jax.tree_util.GetAttrKey("high"), interval.high), (jax.tree_util.GetAttrKey("low"), interval.low)], (interval.unit,)


def unflatten_interval(aux, children):
    high, low = children
    new = object.__new__(Interval)
    new.low, new.high, new.unit = low, high, *aux
    return new


jax.tree_util.register_pytree_with_keys(Interval, flatten_interval, unflatten_interval)
