# why: An equinox module with a static flag.
class Centre(eqx.Module):
    shift: jax.Array = None
    ready: bool = eqx.field(static=True, default=False)

    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer
