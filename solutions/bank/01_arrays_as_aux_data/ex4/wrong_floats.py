# belief: float-is-as-good
# score: 0.9
# why: makes floats of whole numbers, which equal them and change the dtype of the result.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(float(number) for number in y))
