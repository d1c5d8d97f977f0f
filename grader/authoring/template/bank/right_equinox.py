class LengthN(eqx.Module):
    value: jax.Array
    unit: str = eqx.field(static=True)
