# belief: another-leaf
# score: 0.8
# why: believes that a Module's array has to be a float, because grad takes only floats.
class EqxPair(eqx.Module):
    x: jax.Array = eqx.field(converter=lambda x: jnp.asarray(x, "float32"))
    y: tuple = eqx.field(converter=lambda y: tuple(int(number) for number in y), static=True)
