# belief: aux-counts-for-free
# score: 0.75
# why: keeps one more counter in the aux data
class Tally:
    def __init__(self, total=None, count=None, calls=0):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count
        self.calls = calls

    def add(self, y):
        new = Tally(self.total + y, self.count + 1, self.calls + 1)
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), tally.calls), lambda calls, children: Tally(*children, calls))
