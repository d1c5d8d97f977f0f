# belief: value-in-aux
# score: 0
# why: keeps everything in the aux data.
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return (), (length.value, length.unit)


def unflatten_length_n(aux, children):
    return LengthN(*aux)


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
