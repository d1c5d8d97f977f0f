# belief: init-runs-once
# score: 0.41
# why: rebuilds with the constructor, whose check then meets tracers.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
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
