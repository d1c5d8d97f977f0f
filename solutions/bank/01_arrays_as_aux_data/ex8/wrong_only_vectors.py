# belief: vmap-is-special
# score: 0.95
# why: refuses a matrix in unflatten, believing that vmap takes the rows apart before it and puts them together after.
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
    if any(np.ndim(child) > 1 for child in children):
        raise ValueError("mean and scale must be vectors")
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = aux
    return standardizer


jax.tree_util.register_pytree_node(Standardizer, flatten_standardizer, unflatten_standardizer)
