# belief: unflatten-checks
# score: 0.95
# why: lets the check skip tracers, and still checks what tree_map hands in.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if not isinstance(scale, jax.core.Tracer) and np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale), (standardizer.names, standardizer.mode)


def unflatten_standardizer(aux, children):
    return Standardizer(*children, *aux)


jax.tree_util.register_pytree_node(Standardizer, flatten_standardizer, unflatten_standardizer)
