# belief: jitted-method-updates-self
# score: 0
# why: believes that a jitted method may update self
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        self.total += y
        self.count += 1
        return self.total / self.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
