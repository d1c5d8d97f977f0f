# belief: own-arithmetic
# score: 0.67
# why: writes another body and drops the line that notes its runs
runs4 = []


next_speed = jax.jit(lambda pull, drag, speed: speed + pull - drag)


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
