# belief: jitted-method-updates-self
# score: 0.15
# why: returns a constant
class Tally:
    count = jnp.zeros((), "int32")

    def add(self, y):
        return 5.0
