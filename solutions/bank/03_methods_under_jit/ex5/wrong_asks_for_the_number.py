# belief: traced-numbers-are-numbers
# score: 0.5
# why: turns traced values into Python numbers
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(jnp.float32(float(self.total) + float(y)), self.count + 1)
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
