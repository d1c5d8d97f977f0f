# belief: hash-is-free
# score: 0.84
# why: compares by value and hashes by identity
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self) == facts(other)

    def __hash__(self):
        return id(self)
