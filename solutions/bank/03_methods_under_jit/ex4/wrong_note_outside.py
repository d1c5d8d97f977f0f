# belief: note-may-stand-anywhere
# score: 0.9
# why: takes the line with runs4 along to the method that is called, outside of the jit
runs4 = []  # notes each run of the body, and whether speed was traced


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        ### BEGIN SOLUTION
        ### END SOLUTION

    def step(self, speed):
        return speed + self.pull - self.drag

    ### BEGIN SOLUTION
    def fast(self, speed):
        runs4.append(where(speed))
        return jitted_step(self, speed)


jitted_step = jax.jit(Rocket.step)
jax.tree_util.register_pytree_node(Rocket, lambda rocket: ((rocket.pull, rocket.drag), None), lambda aux, children: Rocket(*children))
### END SOLUTION


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
