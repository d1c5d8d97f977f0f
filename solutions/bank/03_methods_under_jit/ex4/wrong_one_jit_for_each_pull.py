# belief: jitted-method-follows-self
# score: 0.5
# why: keeps a jitted copy for each pull; the copies share the first trace
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self.copies = {}

    def fast(self, speed):
        if self.pull not in self.copies:
            self.copies[self.pull] = jax.jit(self.step)
        return self.copies[self.pull](speed)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
