# belief: arrays-have-a-hash
# score: 0.1
# why: follows the recipe hash((self.x, self.flag)) with an array
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and np.array_equal(self.weights, other.weights) and self.on == other.on

    def __hash__(self):
        return hash((self.weights, self.on))
