# belief: array-in-aux
# score: 0.6
# why: takes high out of the children to end the confusion.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.low,), (interval.high, interval.unit)), lambda aux, children: Interval(children[0], *aux))
