# belief: no-check-at-the-door
# score: 0.9
# why: drops the check, because it was in the way.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

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
