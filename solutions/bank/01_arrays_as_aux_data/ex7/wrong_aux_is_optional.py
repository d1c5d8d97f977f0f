# belief: aux-is-optional
# score: 0.8
# why: fills in a default unit instead of using the aux data.
class Interval:
    def __init__(self, low, high, unit="m²"):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), None), lambda aux, children: Interval(*children))
