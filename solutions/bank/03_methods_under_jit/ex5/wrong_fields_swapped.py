# belief: places-do-not-matter
# score: 0.8
# why: hands the new values over in the order count, total
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        ### BEGIN SOLUTION
        new = Tally(self.count + 1, self.total + y)
        return new, new.total / new.count
        ### END SOLUTION


def unflatten5(aux, children):
    tally = object.__new__(Tally)
    tally.total, tally.count = children
    return tally


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), unflatten5)
