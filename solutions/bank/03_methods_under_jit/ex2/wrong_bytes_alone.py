# belief: numbers-are-all
# score: 0.92
# why: believes that the bytes say all about an array
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and (self.weights.tobytes(), self.weights.dtype, self.on) == (other.weights.tobytes(), other.weights.dtype, other.on)

    def __hash__(self):
        return hash((self.weights.tobytes(), self.on))
