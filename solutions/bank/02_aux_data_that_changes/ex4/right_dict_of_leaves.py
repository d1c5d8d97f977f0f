# why: The state is one dict, one child with two leaves.
class Tally:
    def __init__(self, dtype, state=None):
        self.dtype = dtype
        self.state = {"total": jnp.zeros((), dtype), "count": jnp.zeros((), jnp.int32)} if state is None else state

    total = property(lambda self: self.state["total"])
    count = property(lambda self: self.state["count"])

    def add(self, x):
        state = {"total": jnp.add(self.total, x).astype(self.dtype), "count": self.count + 1}
        return Tally(self.dtype, state)


jax.tree_util.register_pytree_node(Tally, lambda t: ((t.state,), t.dtype), lambda dtype, children: Tally(dtype, *children))
