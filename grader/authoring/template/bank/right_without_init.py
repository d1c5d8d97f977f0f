class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def unflatten_length_n(aux, children):
    length = object.__new__(LengthN)
    length.value, length.unit = children[0], aux
    return length


jax.tree_util.register_pytree_with_keys(
    LengthN, lambda length: (((jax.tree_util.GetAttrKey("value"), length.value),), length.unit), unflatten_length_n)
