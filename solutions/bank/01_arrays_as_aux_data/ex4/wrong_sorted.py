# belief: order-is-free
# score: 0.78
# why: sorts y, believing that the order of static numbers is nobody's business.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(sorted(int(number) for number in y)))
