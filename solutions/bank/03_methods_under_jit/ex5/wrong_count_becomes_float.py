# belief: wrong-count
# score: 0.63
# why: lets the count become a float
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(self.total + y, self.count + 1.0)
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
