# belief: unflatten-decides
# score: 0.3
# why: repairs the swap with an if, and a tracer has no truth value.
class Interval:
    def __init__(self, low, high, unit):
        if (low > high).all():
            low, high = high, low
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.high, interval.low), interval.unit), lambda unit, children: Interval(*children, unit))
