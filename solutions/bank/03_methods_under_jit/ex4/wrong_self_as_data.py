# belief: rocket-is-an-array
# score: 0
# why: puts the decorator above the method
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

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
