# belief: one-thing-comes-back
# score: 0.2
# why: returns the new tally without the mean
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return Tally(total, count)


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
