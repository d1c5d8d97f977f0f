# belief: numbers-are-all
# score: 0.92
# why: compares with .all() after broadcasting
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return isinstance(other, Taps) and self.on == other.on and self.weights.dtype == other.weights.dtype and bool((self.weights == other.weights).all())

    def __hash__(self):
        return hash(self.on)
