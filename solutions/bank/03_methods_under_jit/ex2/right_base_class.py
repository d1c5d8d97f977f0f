# why: puts the two methods into a base class that compares what key() returns
class ByKey:
    def __eq__(self, other):
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())


class Taps(ByKey):
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def key(self):
        return tuple(self.weights.ravel().tolist()), self.weights.shape, str(self.weights.dtype), self.on
