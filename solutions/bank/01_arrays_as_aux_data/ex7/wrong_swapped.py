# belief: order-does-not-matter
# score: 0.7
# why: the mistake of the exercise: it passes a jit that returns its argument.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.high, interval.low), interval.unit), lambda unit, children: Interval(*children, unit))
