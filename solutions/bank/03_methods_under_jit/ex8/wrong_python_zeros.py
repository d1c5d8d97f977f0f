# belief: dtype-comes-later
# score: 0.83
# why: starts with Python numbers, whose types change at the first update
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = jnp.asarray(self.count + 1, "int32")
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(*children, names))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), 0, tuple(names))
