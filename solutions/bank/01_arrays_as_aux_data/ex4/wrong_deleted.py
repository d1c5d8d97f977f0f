# belief: error
# score: 0.0
# why: deletes the class and hopes that nothing is checked.
class EqxPair(eqx.Module):
    x: jax.Array


del EqxPair
