# belief: update-forgets-the-past
# score: 0.63
# why: starts the new tally from nothing
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(jnp.zeros((), "float32") + y, jnp.ones((), "int32"))
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
