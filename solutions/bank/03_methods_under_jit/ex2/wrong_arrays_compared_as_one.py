# belief: arrays-compare-as-one
# score: 0.2
# why: compares the arrays with == inside a tuple
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and (self.weights, self.on) == (other.weights, other.on)

    def __hash__(self):
        return hash(facts(self))
