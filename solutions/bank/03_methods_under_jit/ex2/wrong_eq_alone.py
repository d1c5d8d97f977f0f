# belief: eq-brings-its-hash
# score: 0.1
# why: believes that a class keeps its hash when it defines __eq__
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self) == facts(other)
