# belief: counting-is-enough
# score: 0.8
# why: puts the new count into the new state and forgets the mean
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        return RunningMean(self.mean, self.count + 1, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(*children, names))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
