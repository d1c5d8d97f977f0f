# why: hands over all attributes as a dict, which is a pytree already
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return self._step(vars(self), speed)

    @staticmethod
    @jax.jit
    def _step(settings, speed):
        runs4.append(where(speed))
        return speed + settings["pull"] - settings["drag"]


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
