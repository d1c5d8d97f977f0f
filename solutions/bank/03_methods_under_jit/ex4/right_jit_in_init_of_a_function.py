# why: keeps the jitted function in an attribute, but one that takes all it reads
runs4 = []


def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed + pull - drag


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self.compiled = jax.jit(next_speed)

    fast = lambda self, speed: self.compiled(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
