# why: Dialect register_dataclass, which rebuilds through the class: so the check at the door is a function before it.
import dataclasses


@dataclasses.dataclass(frozen=True)
class Standard:
    mean: jax.Array
    scale: jax.Array
    names: tuple
    mode: str

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


jax.tree_util.register_dataclass(Standard, data_fields=["mean", "scale"], meta_fields=["names", "mode"])


def Standardizer(mean, scale, names, mode):
    if (np.asarray(scale) <= 0).any():
        raise ValueError(f"scale {scale}")
    return Standard(mean, scale, tuple(names), mode)
