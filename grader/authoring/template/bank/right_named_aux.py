class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return [length.value], {"unit": length.unit}


def unflatten_length_n(aux, children):
    (value,) = children
    return LengthN(value, aux["unit"])


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
