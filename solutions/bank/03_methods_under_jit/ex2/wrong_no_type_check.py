# belief: only-my-kind-is-compared
# score: 0.75
# why: believes that == only ever meets objects of its own class
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return facts(self) == facts(other)

    def __hash__(self):
        return hash(facts(self))
