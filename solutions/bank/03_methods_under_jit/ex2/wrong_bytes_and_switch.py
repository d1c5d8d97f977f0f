# belief: bytes-are-the-array
# score: 0.93
# why: believes that the bytes say all about an array
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on  # a numpy array: concrete, and without a hash

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    ### BEGIN SOLUTION
    def identity(self):
        return self.weights.tobytes(), self.on

    def __eq__(self, other):
        return type(other) is Taps and self.identity() == other.identity()

    def __hash__(self):
        return hash(self.identity())
    ### END SOLUTION
