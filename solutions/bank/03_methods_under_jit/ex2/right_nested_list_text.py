# why: takes the text of the nested list, which tells shape and int from float
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __hash__(self):
        return hash((str(self.weights.tolist()), self.on))

    def __eq__(self, other):
        if not isinstance(other, Taps):
            return NotImplemented
        return (str(self.weights.tolist()), self.on) == (str(other.weights.tolist()), other.on)
