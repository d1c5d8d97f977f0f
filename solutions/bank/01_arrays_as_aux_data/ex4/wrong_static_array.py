# belief: static-makes-lawful
# score: 0.4
# why: believes that static=True is all that it takes.
class EqxPair(eqx.Module):
    x: jax.Array
    y: np.ndarray = eqx.field(static=True, converter=np.asarray)
