# belief: last-row-is-mean
# score: 0.86
# why: keeps the last row instead of the mean
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        return RunningMean(jnp.asarray(row), self.count + 1, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(*children, names))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
