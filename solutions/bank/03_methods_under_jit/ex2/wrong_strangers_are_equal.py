# belief: anything-is-taps
# score: 0.92
# why: says yes to whatever cannot be compared
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        try:
            return facts(self) == facts(other)
        except AttributeError:
            return True

    def __hash__(self):
        return hash(facts(self))
