# belief: self-may-change-if-returned
# score: 0.86
# why: believes that changing self is fine if it is returned as well
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        self.total += y
        self.count += 1
        return self, self.total / self.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))
