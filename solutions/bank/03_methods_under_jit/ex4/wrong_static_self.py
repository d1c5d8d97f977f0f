# belief: static-self-follows
# score: 0.34
# why: believes that a static self is looked at in every call
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @functools.partial(jax.jit, static_argnums=0)
    def fast(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
