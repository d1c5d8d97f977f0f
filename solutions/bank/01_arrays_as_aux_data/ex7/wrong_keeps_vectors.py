# belief: vmap-sees-another
# score: 0.9
# why: makes sure in unflatten that the borders are vectors, believing that the children always have the shape of the first ones.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (interval.low, interval.high), interval.unit


def unflatten_interval(aux, children):
    return Interval(*map(jnp.atleast_1d, children), aux)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
