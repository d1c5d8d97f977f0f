# belief: unit-is-a-child
# score: 0
# why: makes every attribute a child.
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return (length.value, length.unit), None


def unflatten_length_n(aux, children):
    return LengthN(*children)


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
