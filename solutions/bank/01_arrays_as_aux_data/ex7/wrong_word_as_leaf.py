# belief: words-can-be-leaves
# score: 0.2
# why: puts all attributes among the children.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(Interval, lambda interval: (tuple(vars(interval).values()), None), lambda aux, children: Interval(*children))
