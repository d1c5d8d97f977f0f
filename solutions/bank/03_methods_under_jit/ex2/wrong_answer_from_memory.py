# belief: wrong-program
# score: 0.92
# why: answers with the weights of the first object that was ever made
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on
        Taps.first = getattr(Taps, "first", self.weights)

    def play(self, y):
        return jnp.asarray(Taps.first) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self) == facts(other)

    def __hash__(self):
        return hash(facts(self))
