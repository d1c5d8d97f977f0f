# belief: aux-fits-any-order
# score: 0.7
# why: takes the aux data apart in another order than flatten put it together.
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
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.mode, standardizer.names = aux
    return standardizer


jax.tree_util.register_pytree_node(Standardizer, flatten_standardizer, unflatten_standardizer)
