# unreachable never-set-up: a fresh layer does not know the number of columns, so its leaves cost a second trace even where all flags are equal.
# unreachable other-y-in-scan: a ready layer runs in the scan the line that gave the last y of the calls, which is compared before.

# %% right dataclass whole: register_dataclass and replace.
import dataclasses


@dataclasses.dataclass(frozen=True)
class Centre:
    shift: object = None
    ready: bool = False

    def __call__(self, x):
        layer = self if self.ready else dataclasses.replace(self, shift=x.mean(0), ready=True)
        return x - layer.shift, layer


jax.tree_util.register_dataclass(Centre, data_fields=["shift"], meta_fields=["ready"])


# %% right equinox whole: An equinox module with a static flag.
class Centre(eqx.Module):
    shift: jax.Array = None
    ready: bool = eqx.field(static=True, default=False)

    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer


# %% right shift_is_none whole: No flag in the aux data: None is part of the treedef and says the same.
@jax.tree_util.register_pytree_node_class
class Centre:
    def __init__(self, shift=None):
        self.shift = shift

    @property
    def ready(self):
        return self.shift is not None

    def __call__(self, x):
        layer = self if self.ready else Centre(jnp.average(x, axis=0))
        return x - layer.shift, layer

    def tree_flatten(self):
        return (self.shift,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


# %% right two_branches: Two branches, flag in a dict.
class Centre:
    def __call__(self, x):
        if self.ready:
            return x - self.shift, self
        mean = x.sum(axis=0) / len(x)
        return x - mean, Centre(shift=mean, ready=True)

    ...


def centre_flatten(layer):
    return [layer.shift], {"ready": layer.ready}


def centre_unflatten(aux, children):
    return Centre(children[0], **aux)


# %% wrong all_from_the_children unflatten-is-init 0: Expects all attributes among the children, as __init__ gets them.
def centre_unflatten(aux, children):
    shift, ready = children
    return Centre(shift, ready)


# %% wrong always_ready unflatten-means-ready 0: Asks the shift under jit, and rebuilds every layer as a ready one.
class Centre:
    def __call__(self, x):
        layer = Centre(x.mean(axis=0), True) if self.shift is None else self
        return x - layer.shift, layer

    ...


def centre_flatten(layer):
    return (layer.shift,), None


def centre_unflatten(aux, children):
    return Centre(*children, ready=True)


# %% wrong arguments_swapped arguments-find-their-place 0.3: hands aux data and children to the class in the order in which unflatten got them
def centre_unflatten(aux, children):
    return Centre(aux, *children)


# %% wrong assigns_to_self update-in-place 0.9: Assigns to self and returns it: right under jit only.
class Centre:
    def __call__(self, x):
        if not self.ready:
            self.shift = jnp.mean(x, 0)
            self.ready = True
        return x - self.shift, self

    ...


# %% wrong counts_calls count-in-aux 0.9: Counts the calls where a flag would do.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready, self.calls = shift, ready, 0

    def __call__(self, x):
        layer = Centre(self.shift if self.ready else x.mean(axis=0), True)
        layer.calls = self.calls + 1
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), (layer.ready, layer.calls)


def centre_unflatten(aux, children):
    layer = Centre(*children, aux[0])
    layer.calls = aux[1]
    return layer


# %% wrong first_not_centred set-up-instead-of-work 0.9: The first call only sets up.
class Centre:
    def __call__(self, x):
        if not self.ready:
            return x, Centre(x.mean(axis=0), True)
        return x - self.shift, self

    ...


# %% wrong flag_as_array flag-as-array 0.85: An array flag and where: right numbers, computed at every call.
class Centre:
    def __init__(self, shift=0.0, ready=jnp.array(False)):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        shift = jnp.where(self.ready, self.shift, x.mean(axis=0))
        return x - shift, Centre(shift, jnp.array(True))


def centre_flatten(layer):
    return (layer.shift, layer.ready), None


def centre_unflatten(aux, children):
    return Centre(*children)


# %% wrong flag_as_child flag-as-leaf 0.3: The flag changes, so it is a child.
def centre_flatten(layer):
    return (layer.shift, layer.ready), None


def centre_unflatten(aux, children):
    return Centre(*children)


# %% wrong flag_forgotten unlisted-attribute-survives 0.6: Believes that the flag outlives the rebuilding.
def centre_flatten(layer):
    return (layer.shift,), None


def centre_unflatten(aux, children):
    return Centre(*children)


# %% wrong flag_is_a_number other-flag 0.95: Sets the flag to 1, as 1 is true.
class Centre:
    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), 1)
        return x - layer.shift, layer

    ...


# %% wrong flag_made_by_jnp flag-made-under-jit 0.6: takes jnp.array(True) for the plain bool, and keeps it as aux data
class Centre:
    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), jnp.array(True))
        return x - layer.shift, layer

    ...


# %% wrong flag_never_set shift-is-enough 0.6: Sets the shift and not the flag.
class Centre:
    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0))
        return x - layer.shift, layer

    ...


# %% wrong identity other-y 0.9: Keeps the shift and does not subtract it.
class Centre:
    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x * 1, layer

    ...


# %% wrong missing_comma brackets-make-a-tuple 0: Takes (x) for a tuple.
def centre_flatten(layer):
    return (layer.shift), layer.ready


# %% wrong missing_return building-is-returning 0: Forgets to return what unflatten builds.
def centre_unflatten(aux, children):
    Centre(*children, aux)


# %% wrong other_axis other-shift 0.5: The mean over everything.
class Centre:
    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(), True)
        return x - layer.shift, layer

    ...


# %% wrong returns_no_layer layer-not-returned 0.1: Believes that the jitted call changes the layer of the caller.
class Centre:
    def __call__(self, x):
        if not self.ready:
            self.shift, self.ready = x.mean(axis=0), True
        return x - self.shift

    ...


# %% wrong returns_the_old_layer layer-without-shift 0.3: Returns self, not the layer that was set up.
class Centre:
    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, self

    ...


# %% wrong running_mean set-up-every-call 0.7: Goes on averaging after the first batch.
class Centre:
    def __call__(self, x):
        layer = Centre((self.shift + x.mean(axis=0)) / 2 if self.ready else x.mean(axis=0), True)
        return x - layer.shift, layer

    ...


# %% wrong sets_up_every_call set-up-every-call 0.7: Takes the mean of each batch and sets the flag.
class Centre:
    def __call__(self, x):
        layer = Centre(x.mean(axis=0), True)
        return x - layer.shift, layer

    ...


# %% wrong shift_in_aux aux-from-traced 0.4: Keeps the mean with the flag: it is set once, so it is static.
def centre_flatten(layer):
    return (), (layer.shift, layer.ready)


def centre_unflatten(aux, children):
    return Centre(*aux)


# %% wrong three_stages flips-more-than-once 0.8: Three stages, cold, warm and ready, each in the aux data.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready, self.stage = shift, ready, 0

    def __call__(self, x):
        layer = Centre(self.shift if self.ready else x.mean(axis=0), True)
        layer.stage = min(self.stage + 1, 2)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), (layer.ready, layer.stage)


def centre_unflatten(aux, children):
    layer = Centre(*children, aux[0])
    layer.stage = aux[1]
    return layer


# %% wrong unflatten_says_ready unflatten-means-ready 0: Believes that only set-up layers are rebuilt.
def centre_flatten(layer):
    return (layer.shift,), None


def centre_unflatten(aux, children):
    return Centre(*children, True)
