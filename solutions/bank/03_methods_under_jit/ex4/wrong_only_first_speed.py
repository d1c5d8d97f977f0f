# belief: wrong-second
# score: 0.5
# why: returns the speed it was given
runs4 = []


@jax.jit
def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed


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
