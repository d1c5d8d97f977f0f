# belief: wrong-mean
# score: 0.88
# why: divides the last value instead of the total
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(self.total + y, self.count + 1)
        return new, y / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
