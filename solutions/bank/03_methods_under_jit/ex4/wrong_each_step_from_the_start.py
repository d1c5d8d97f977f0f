# belief: wrong-step
# score: 0.85
# why: believes that the rocket keeps its speed, and hands over the first one in every step
runs4 = []


@jax.jit
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
        speeds.append(rocket.fast(speed))
    return speeds
