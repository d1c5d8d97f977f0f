class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(int(number) for number in y))
