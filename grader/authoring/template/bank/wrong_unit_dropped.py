# belief: unit-gets-lost
# score: 0.7
# why: believes that attributes which are not mentioned stay.
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return (length.value,), None


def unflatten_length_n(aux, children):
    return LengthN(children[0], None)


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
