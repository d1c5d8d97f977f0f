# belief: children-are-constants
# score: 0.9
# why: shields the borders from gradients, as an interval is not trained.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(
    Interval,
    lambda interval: ((interval.low, interval.high), interval.unit),
    lambda unit, children: Interval(*(child if type(child) is object else jax.lax.stop_gradient(child) for child in children), unit))
