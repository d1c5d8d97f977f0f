# belief: one-is-1.0
# score: 0.92
# why: believes that equal numbers are equal whatever their dtype
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and np.array_equal(self.weights, other.weights) and self.on == other.on

    def __hash__(self):
        return hash(self.on)
