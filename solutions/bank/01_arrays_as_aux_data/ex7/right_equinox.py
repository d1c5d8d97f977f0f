class Interval(eqx.Module):
    low: jax.Array
    high: jax.Array
    unit: str = eqx.field(static=True)
