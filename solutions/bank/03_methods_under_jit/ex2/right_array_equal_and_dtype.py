# why: compares with np.array_equal and dtype; the hash is coarse, which is lawful
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return (isinstance(other, Taps) and self.on == other.on and self.weights.dtype == other.weights.dtype
                and np.array_equal(self.weights, other.weights))

    def __hash__(self):
        return hash((self.weights.shape, self.on))
