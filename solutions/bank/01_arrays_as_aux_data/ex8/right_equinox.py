class Standardizer(eqx.Module):
    mean: jax.Array
    scale: jax.Array
    names: tuple = eqx.field(static=True)
    mode: str = eqx.field(static=True)

    def __init__(self, mean, scale, names, mode):
        if min(np.asarray(scale).tolist()) <= 0:
            raise ValueError("every scale must be positive")
        self.mean, self.scale, self.names, self.mode = mean, scale, tuple(names), mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean
