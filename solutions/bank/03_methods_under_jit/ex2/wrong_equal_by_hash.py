# belief: everything-is-equal
# score: 0.59
# why: takes equal hashes for equality, with a coarse hash
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return isinstance(other, Taps) and hash(self) == hash(other)

    def __hash__(self):
        return hash((self.weights.shape, self.weights.dtype.str, self.on))
