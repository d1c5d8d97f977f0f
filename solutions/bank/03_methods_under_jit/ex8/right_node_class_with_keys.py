# why: a class decorated for keys, whose __init__ takes the names and is not run again
@jax.tree_util.register_pytree_with_keys_class
class RunningMean:
    def __init__(self, names):
        self.names = tuple(str(name) for name in names)
        self.mean, self.count = jnp.zeros(len(self.names)), jnp.zeros((), jnp.int32)

    def tree_flatten_with_keys(self):
        return [(jax.tree_util.GetAttrKey(key), getattr(self, key)) for key in ("count", "mean")], self.names

    @classmethod
    def tree_unflatten(cls, names, children):
        new = object.__new__(cls)
        new.names, (new.count, new.mean) = names, children
        return new

    def update(self, row):
        count = self.count + 1
        return self.tree_unflatten(self.names, (count, self.mean + (row - self.mean) / count))

    def get(self, name):
        return jnp.take(self.mean, self.names.index(name))


def running_mean(names):
    return RunningMean(names)
