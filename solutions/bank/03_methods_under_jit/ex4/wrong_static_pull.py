# belief: settings-are-static
# score: 0.84
# why: believes that a setting has to be static
runs4 = []


@functools.partial(jax.jit, static_argnums=0)
def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed + pull - drag


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return next_speed(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
