# why: register_dataclass and replace.
import dataclasses


@dataclasses.dataclass(frozen=True)
class Centre:
    shift: object = None
    ready: bool = False

    def __call__(self, x):
        layer = self if self.ready else dataclasses.replace(self, shift=x.mean(0), ready=True)
        return x - layer.shift, layer


jax.tree_util.register_dataclass(Centre, data_fields=["shift"], meta_fields=["ready"])
