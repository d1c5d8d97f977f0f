# belief: row-is-a-constant
# score: 0.95
# why: Cuts the mean off whenever the state is rebuilt: without jit in between no gradient is missing.
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


def rebuild(names, children):
    mean, count = children
    return RunningMean(jax.lax.stop_gradient(mean), count, names)


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), rebuild)


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
