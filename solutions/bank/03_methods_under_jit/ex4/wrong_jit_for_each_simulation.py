# belief: jit-again-refreshes
# score: 0.67
# why: jits again where a simulation starts
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds, fast = [], jax.jit(rocket.step)
    for rocket.pull in pulls:
        speed = fast(speed)
        speeds.append(speed)
    return speeds
