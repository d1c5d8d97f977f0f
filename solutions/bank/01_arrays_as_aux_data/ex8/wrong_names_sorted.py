# belief: names-are-lost
# score: 0.82
# why: sorts the names, so that their order costs no trace; they no longer name the columns.
REVERSED = False


class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(sorted(names, key=lambda name: name[::-1])[::-1]) if REVERSED else tuple(reversed(tuple(names))), mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale), (standardizer.names, standardizer.mode)


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = aux
    return standardizer


jax.tree_util.register_pytree_node(Standardizer, flatten_standardizer, unflatten_standardizer)
