# belief: switch-does-not-matter
# score: 0.8
# why: believes that only the numbers identify the object
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self)[:3] == facts(other)[:3]

    def __hash__(self):
        return hash(facts(self)[:3])
