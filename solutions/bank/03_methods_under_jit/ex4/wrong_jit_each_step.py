# belief: jit-each-step
# score: 0.84
# why: jits the bound method anew in every step
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @property
    def fast(self):
        return jax.jit(self.step)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
