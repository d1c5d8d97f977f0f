@jax.tree_util.register_pytree_node_class
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if not bool((jnp.asarray(scale) > 0).all()):
            raise ValueError("scale")
        self.mean, self.scale, self.names, self.mode = mean, scale, tuple(names), mode

    def __call__(self, rows):
        if self.mode == "undo":
            return rows * self.scale + self.mean
        return (rows - self.mean) / self.scale

    def tree_flatten(self):
        return (self.mean, self.scale), {"names": self.names, "mode": self.mode}

    @classmethod
    def tree_unflatten(cls, aux, children):
        new = cls.__new__(cls)
        new.__dict__.update(aux, mean=children[0], scale=children[1])
        return new
