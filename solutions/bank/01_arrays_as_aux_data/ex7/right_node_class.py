@jax.tree_util.register_pytree_node_class
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit

    def tree_flatten(self):
        return (self.low, self.high), self.unit

    @classmethod
    def tree_unflatten(cls, unit, children):
        return cls(*children, unit)
