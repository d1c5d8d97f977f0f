# belief: attributes-are-shared
# score: 0.95
# why: keeps an attribute on the class; as long as each object is used before the next is made, nothing shows.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        type(self).mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = aux
    return standardizer


jax.tree_util.register_pytree_node(Standardizer, lambda s: ((s.mean, s.scale), (s.names, s.mode)), unflatten_standardizer)
