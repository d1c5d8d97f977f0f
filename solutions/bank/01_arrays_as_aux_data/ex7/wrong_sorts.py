# belief: unflatten-sorts
# score: 0.95
# why: repairs the swap afterwards by putting the children in order.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def unflatten_interval(unit, children):
    return Interval(jnp.minimum(*children), jnp.maximum(*children), unit)


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.high, interval.low), interval.unit), unflatten_interval)
