class Frozen:
    """A read-only array with value equality."""

    def __init__(self, numbers):
        self.numbers = np.array(numbers)

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return type(other) is Frozen and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())

    def key(self):
        return self.numbers.shape, self.numbers.tobytes()


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Frozen) else Frozen(np.asarray(y, "int32"))


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
