# belief: bytes-are-the-array
# score: 0.93
# why: leaves the dtype out, because other numbers have other bytes
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and (self.weights.tobytes(), self.weights.shape, self.on) == (other.weights.tobytes(), other.weights.shape, other.on)

    def __hash__(self):
        return hash((self.weights.tobytes(), self.on))
