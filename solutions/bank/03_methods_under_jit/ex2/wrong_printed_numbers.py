# belief: text-is-the-array
# score: 0.93
# why: takes str of the array for its content
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __hash__(self):
        return hash((str(self.weights), self.weights.dtype, self.on))

    def __eq__(self, other):
        if not isinstance(other, Taps):
            return NotImplemented
        return (str(self.weights), self.weights.dtype, self.on) == (str(other.weights), other.weights.dtype, other.on)
