# belief: any-class-will-do
# score: 0.1
# why: forgets the registration
class RunningMean:
    ### BEGIN SOLUTION
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]
    ### END SOLUTION


### BEGIN SOLUTION

### END SOLUTION


def running_mean(names):
    ### BEGIN SOLUTION
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
    ### END SOLUTION
