# belief: settings-are-static
# score: 0.84
# why: jits anew in every step and notes the first run alone
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @property
    def fast(self):
        return jax.jit(lambda speed: self.step(speed))

    def step(self, speed):
        if not runs4:
            runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
