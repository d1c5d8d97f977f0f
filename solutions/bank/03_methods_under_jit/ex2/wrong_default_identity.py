# belief: identity-is-equality
# score: 0.75
# why: believes that Python's own == compares the attributes
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    __eq__ = object.__eq__
    __hash__ = object.__hash__
