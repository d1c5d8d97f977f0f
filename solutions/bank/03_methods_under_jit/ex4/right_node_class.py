# why: a pytree with a jitted method
runs4 = []


@jax.tree_util.register_pytree_node_class
class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def tree_flatten(self):
        return (self.pull, self.drag), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jax.jit
    def fast(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
