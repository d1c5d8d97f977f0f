# belief: children-incomplete
# score: 0.95
# why: packs both numbers into one leaf, so that there is no order to mistake.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (jnp.stack([interval.low, interval.high], axis=-1),), interval.unit


def unflatten_interval(unit, children):
    return Interval(children[0][..., 0], children[0][..., 1], unit)


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
