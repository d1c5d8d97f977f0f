# why: writes both methods as lambdas over one function
def facts(taps):
    return taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype, taps.on


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    __eq__ = lambda self, other: isinstance(other, Taps) and facts(self) == facts(other)
    __hash__ = lambda self: hash(facts(self))
