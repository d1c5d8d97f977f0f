# belief: y-computed-in-the-trace
# score: 0.86
# why: keeps a lawful tuple and hands its numbers out through jax, whose operations are recorded.
class Late:
    def __init__(self, numbers):
        self.numbers = numbers

    def __iter__(self):
        return iter(jnp.array(self.numbers))

    def __eq__(self, other):
        return isinstance(other, Late) and self.numbers == other.numbers

    def __hash__(self):
        return hash(self.numbers)


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Late) else Late(tuple(int(number) for number in y))


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
