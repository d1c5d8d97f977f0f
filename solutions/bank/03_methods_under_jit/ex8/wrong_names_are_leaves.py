# belief: words-may-be-leaves
# score: 0
# why: makes all attributes children
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count, s.names), None), lambda aux, children: RunningMean(*children))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
