# %% right equinox whole
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


# %% right factory whole
class Base:
    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


class Standardizer(Base):
    def __init__(self, mean, scale, names, mode, check=True):
        if check and np.min(scale) <= 0:
            raise ValueError("every scale must be positive")
        self.mean, self.scale, self.names, self.mode = mean, scale, tuple(names), mode


jax.tree_util.register_pytree_node(
    Standardizer,
    lambda s: ((s.mean, s.scale), (s.names, s.mode)),
    lambda aux, children: functools.partial(Standardizer, check=False)(*children, *aux))


# %% right frozen_config whole
import dataclasses


@dataclasses.dataclass(frozen=True)
class Config:
    names: tuple
    mode: str


class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if any(number <= 0 for number in np.ravel(scale)):
            raise ValueError("a scale must be positive")
        self.mean, self.scale, self.config = mean, scale, Config(tuple(names), mode)

    names = property(lambda self: self.config.names)
    mode = property(lambda self: self.config.mode)

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.config = aux
    standardizer.mean, standardizer.scale = children
    return standardizer


jax.tree_util.register_pytree_with_keys(
    Standardizer,
    lambda s: ([(jax.tree_util.GetAttrKey(name), getattr(s, name)) for name in ("mean", "scale")], s.config),
    unflatten_standardizer)


# %% right node_class whole
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


# %% right register_dataclass whole: Dialect register_dataclass, which rebuilds through the class: so the check at the door is a function before it.
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


# %% right simple_pytree whole
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


# %% wrong arrays_in_aux array-in-aux 0.6: takes the fitted numbers for configuration, as they are not trained.
def flatten_standardizer(standardizer):
    return (standardizer.mean,), (standardizer.scale, standardizer.names, standardizer.mode)


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, = children
    standardizer.scale, standardizer.names, standardizer.mode = aux
    return standardizer


# %% wrong aux_swapped aux-fits-any-order 0.7: takes the aux data apart in another order than flatten put it together.
def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.mode, standardizer.names = aux
    return standardizer


# %% wrong check_all check-looks-at-zero-only 0.95: refuses only if all entries are wrong.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.all(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


# %% wrong check_skips_tracers unflatten-checks 0.95: lets the check skip tracers, and still checks what tree_map hands in.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if not isinstance(scale, jax.core.Tracer) and np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


def unflatten_standardizer(aux, children):
    return Standardizer(*children, *aux)


# %% wrong check_with_jnp init-runs-once 0.41: checks with jax instead of numpy, and rebuilds with the constructor.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if jnp.any(scale <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


def unflatten_standardizer(aux, children):
    return Standardizer(*children, *aux)


# %% wrong check_zero_only check-looks-at-zero-only 0.95: guards against the division by zero only.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) == 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


# %% wrong deleted error 0.0 whole: deletes the class and hopes that nothing is checked.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


del Standardizer


# %% wrong first_numbers_stay first-numbers-stay 0.9: caches 1/scale at the first call, to divide only once.
CACHE = {}


class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        CACHE.setdefault('scale', scale)
        self.mean, self.scale = mean, CACHE['scale']
        self.names, self.mode = tuple(names), mode

    def __call__(self, rows):
        if not isinstance(self.scale, jax.core.Tracer):
            CACHE['mean'] = self.mean
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


# %% wrong id_in_aux names-are-not-in-aux 0.95: adds the id of the object to the aux data.
def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale), (standardizer.names, standardizer.mode, id(standardizer))


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode, _ = aux
    return standardizer


# %% wrong if_scale array-as-a-condition 0.0: asks an array of scales one question, as if it were a number.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if scale <= 0:
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


# %% wrong init_in_unflatten init-runs-once 0.41: rebuilds with the constructor, whose check then meets tracers.
def unflatten_standardizer(aux, children):
    return Standardizer(*children, *aux)


# %% wrong leaves_swapped_twice leaves-are-the-arrays 0.95: lists scale before mean; both functions agree, the table asks for mean first.
def flatten_standardizer(standardizer):
    return (standardizer.scale, standardizer.mean), (standardizer.names, standardizer.mode)


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.scale, standardizer.mean = children
    standardizer.names, standardizer.mode = aux
    return standardizer


# %% wrong list_or_tuple list-equals-tuple 0.95: keeps names as they come: a list is not equal to a tuple.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = names, mode

    ...


# %% wrong mode_not_rebuilt attributes-come-along 0.41: forgets the mode in flatten, believing that it stays with the object.
def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale), standardizer.names


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names = aux
    return standardizer


# %% wrong mode_on_the_class mode-is-ignored 0.85: keeps the mode on the class: one for all, and in no treedef.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names = tuple(names)
        Standardizer.mode = mode

    ...


def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale), standardizer.names


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names = aux
    return standardizer


# %% wrong names_alphabetical names-are-lost 0.9: sorts the names, so that their order costs no trace; they no longer name the columns.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(sorted(names)), mode

    ...


# %% wrong names_as_array array-in-aux 0.6: keeps the names as a numpy array of words.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = np.array(names), mode

    ...


# %% wrong names_as_list list-in-aux 0.95: makes a list of the names: it compares well and has no hash.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = list(names), mode

    ...


# %% wrong names_as_list_after_jit names-are-lost 0.95: hands the names back as one word.
def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = (', '.join(aux[0]),) if aux[0] else (), aux[1]
    return standardizer


# %% wrong names_on_the_class names-are-not-in-aux 0.95: keeps the names on the class, as all objects share them: they are in no treedef.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.mode = mode
        Standardizer.names = tuple(names)

    ...


def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale), standardizer.mode


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.mode = aux
    return standardizer


# %% wrong names_sorted names-are-lost 0.82: sorts the names, so that their order costs no trace; they no longer name the columns.
REVERSED = False


class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(sorted(names, key=lambda name: name[::-1])[::-1]) if REVERSED else tuple(reversed(tuple(names))), mode

    ...


# %% wrong no_check no-check-at-the-door 0.9: drops the check, because it was in the way.
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


# %% wrong no_return unflatten-need-not-return 0.3: builds the object in unflatten and returns nothing.
def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = aux


# %% wrong only_vectors vmap-is-special 0.95: refuses a matrix in unflatten, believing that vmap takes the rows apart before it and puts them together after.
def unflatten_standardizer(aux, children):
    if any(np.ndim(child) > 1 for child in children):
        raise ValueError("mean and scale must be vectors")
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = aux
    return standardizer


# %% wrong state_on_the_class attributes-are-shared 0.95: keeps an attribute on the class; as long as each object is used before the next is made, nothing shows.
del flatten_standardizer


class Standardizer:
    def __init__(self, mean, scale, names, mode):
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        type(self).mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode

    ...


jax.tree_util.register_pytree_node(Standardizer, lambda s: ((s.mean, s.scale), (s.names, s.mode)), unflatten_standardizer)


# %% wrong stop_gradient gradient-does-not-arrive 0.95: shields mean from gradients, because it was fitted.
def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = jax.lax.stop_gradient(children[0]), children[1]
    standardizer.names, standardizer.mode = aux
    return standardizer


# %% wrong swapped order-does-not-matter 0.75: takes the children in another order than flatten gave them.
def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.scale, standardizer.mean = children
    standardizer.names, standardizer.mode = aux
    return standardizer


# %% wrong three_things children-need-no-tuple 0.1: lists the arrays and the rest in a row.
def flatten_standardizer(standardizer):
    return standardizer.mean, standardizer.scale, (standardizer.names, standardizer.mode)


# %% wrong words_as_leaves words-can-be-leaves 0.35: puts all attributes among the children.
def flatten_standardizer(standardizer):
    return (standardizer.mean, standardizer.scale, standardizer.names, standardizer.mode), None


def unflatten_standardizer(aux, children):
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale, standardizer.names, standardizer.mode = children
    return standardizer
