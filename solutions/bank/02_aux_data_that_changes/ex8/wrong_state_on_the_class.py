# belief: state-on-the-class
# score: 0.1
# why: Takes the class itself for the start: count and total are set on it, and every new one has those of the last.
class RunningStats:
    @classmethod
    def start(cls, size, mode, dtype):
        cls.count, cls.total = jnp.zeros((), "int32"), jnp.zeros(size, dtype)
        stats = object.__new__(cls)
        stats.mode = mode
        return stats

    def update(self, x):
        return rebuild(self.mode, (self.count + 1, self.total + x.astype(self.total.dtype)))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def rebuild(mode, children):
    stats = object.__new__(RunningStats)
    (stats.count, stats.total), stats.mode = children, mode
    return stats


jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), rebuild)
