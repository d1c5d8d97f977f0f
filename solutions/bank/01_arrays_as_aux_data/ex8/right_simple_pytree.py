class Standardizer(simple_pytree.Pytree):
    names = simple_pytree.static_field()
    mode = simple_pytree.static_field()

    def __init__(self, mean, scale, names, mode):
        if (np.asarray(scale) <= 0).any():
            raise ValueError("every scale must be positive")
        self.mean = mean
        self.scale = scale
        self.names = tuple(names)
        self.mode = mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean
