# belief: returned-self-is-new
# score: 0.63
# why: believes that self has the new values once they are computed
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return self, total / count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
