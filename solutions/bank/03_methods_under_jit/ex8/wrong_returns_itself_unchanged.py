# belief: count-stands-still
# score: 0.79
# why: computes the new values and returns the old state
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        mean = self.mean + (row - self.mean) / count
        return self

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(*children, names))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
