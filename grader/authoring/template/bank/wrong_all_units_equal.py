# belief: unit-is-not-compared
# score: 0.9
# why: wants one trace for all units, and says that they are equal.
class Word:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    return (length.value,), Word(length.unit)


def unflatten_length_n(aux, children):
    return LengthN(children[0], aux.text)


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)
