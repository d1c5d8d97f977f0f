# why: simple_pytree and replace
class RunningMean(simple_pytree.Pytree):
    names: tuple = simple_pytree.static_field()

    def __init__(self, names):
        self.names = tuple(names)
        self.mean = jnp.zeros((len(self.names),), "float32")
        self.count = jnp.int32(0)

    def update(self, row):
        weight = 1 / (self.count + 1)
        return self.replace(mean=(1 - weight) * self.mean + weight * row, count=self.count + 1)

    def get(self, name):
        return self.mean[self.names.index(name)]


running_mean = RunningMean
