# belief: static-makes-lawful
# score: 0.4
# why: gives the Module an __eq__, believing that JAX asks the object and not its aux data.
class EqxPair(eqx.Module):
    x: jax.Array
    y: np.ndarray = eqx.field(static=True, converter=np.asarray)

    def __eq__(self, other):
        return np.array_equal(self.y, other.y)

    def __hash__(self):
        return hash(self.y.tobytes())
