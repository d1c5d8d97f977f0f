# belief: tracer-to-int
# score: 0.3
# why: turns the tuple back into a jax array in unflatten; inside jit that is a tracer.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], jnp.array(aux)))
