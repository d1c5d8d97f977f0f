# belief: unflatten-gets-numbers
# score: 0.2
# why: makes sure that the value is an array, and so converts a tracer.
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return (length.value,), length.unit


def unflatten_length_n(aux, children):
    return LengthN(np.asarray(children[0]), aux)


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
