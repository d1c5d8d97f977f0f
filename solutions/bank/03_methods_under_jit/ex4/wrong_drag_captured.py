# belief: drag-never-changes
# score: 0.84
# why: passes the pull as an argument and forgets the drag
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self._fast = jax.jit(self.step)

    def step(self, pull, speed):
        runs4.append(where(speed))
        return speed + pull - self.drag

    def fast(self, speed):
        return self._fast(self.pull, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
