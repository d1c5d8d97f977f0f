# belief: array-in-aux-8
# score: 0
# why: keeps the mean as aux data, as only the count goes up
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.count,), (s.mean, s.names)), lambda aux, children: RunningMean(aux[0], *children, aux[1]))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
