# belief: no-jit-no-trouble
# score: 0.67
# why: takes the jit away
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return self.step(speed)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
