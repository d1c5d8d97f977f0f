# belief: any-object-will-do
# score: 0.29
# why: returns the new numbers instead of a tally
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return (total, count), total / count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
