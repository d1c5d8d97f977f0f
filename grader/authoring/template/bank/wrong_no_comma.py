# belief: parentheses-make-a-tuple
# score: 0
# why: takes the parentheses for a tuple.
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return (length.value), length.unit


def unflatten_length_n(aux, children):
    return LengthN(jnp.array(children), aux)


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
