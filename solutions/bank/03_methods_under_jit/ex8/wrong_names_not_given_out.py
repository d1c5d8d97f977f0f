# belief: rebuilt-by-itself
# score: 0.5
# why: gives no names out of flatten, and expects them back
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
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), None), lambda names, children: RunningMean(*children, names))
### END SOLUTION


def running_mean(names):
    ### BEGIN SOLUTION
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
    ### END SOLUTION
