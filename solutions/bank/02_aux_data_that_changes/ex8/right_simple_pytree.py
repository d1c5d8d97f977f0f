# why: Dialect simple_pytree.
class RunningStats(simple_pytree.Pytree):
    mode = simple_pytree.static_field()
    dtype = simple_pytree.static_field()

    def __init__(self, size, mode, dtype):
        self.dtype, self.mode = jnp.dtype(dtype).name, mode
        self.count, self.total = jnp.zeros((), "int32"), jnp.zeros(size, self.dtype)

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(size, mode, dtype)

    def update(self, x):
        return self.replace(count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        if self.mode == "mean":
            return self.total / self.count
        return self.total
