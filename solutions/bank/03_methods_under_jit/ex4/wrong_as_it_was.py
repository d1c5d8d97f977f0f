# belief: jitted-method-follows-self
# score: 0.5
# why: believes that a jitted bound method reads its attributes at each call
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self.fast = jax.jit(self.step)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
