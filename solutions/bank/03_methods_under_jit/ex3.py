# %% right dict_child: keeps both arrays in one dict as the only child
del flatten3
del unflatten3


def rebuild(on, children):
    amp = object.__new__(Amp3)
    amp.__dict__ = dict(children[0], on=on)
    return amp


jax.tree_util.register_pytree_node(Amp3, lambda amp: (({"gain": amp.gain, "bias": amp.bias},), amp.on), rebuild)


# %% right node_class whole: decorates the class, which carries both functions as methods
@jax.tree_util.register_pytree_node_class
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def tree_flatten(self):
        return (self.bias, self.gain), {"on": self.on}

    @classmethod
    def tree_unflatten(cls, aux, children):
        amp = super().__new__(cls)
        amp.bias, amp.gain = children
        amp.on = aux["on"]
        return amp


# %% right vars_of_the_object: fills the instance's dict in one go
FIELDS = ("gain", "bias")


def flatten3(amp):
    return [getattr(amp, name) for name in FIELDS], (("on", amp.on),)


def unflatten3(aux, children):
    amp = Amp3.__new__(Amp3)
    vars(amp).update(zip(FIELDS, children), **dict(aux))
    return amp


# %% right with_keys whole: registers names for the children as well
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = aux
    return amp


jax.tree_util.register_pytree_with_keys(
    Amp3, lambda amp: (tuple((jax.tree_util.GetAttrKey(name), getattr(amp, name)) for name in ("gain", "bias")), amp.on), unflatten3)


# %% wrong arguments_swapped unflatten-gets-what-i-expect 0.4: believes that unflatten gets the children first
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(children, aux):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = aux
    return amp


# %% wrong aux_not_unpacked tuples-unpack-themselves 0.9: packs the switch into a tuple and does not unpack it
def flatten3(amp):
    return (amp.gain, amp.bias), (amp.on,)


# %% wrong bias_in_aux array-in-aux 0.4: believes that an array is fine in the aux data if it does not change
def flatten3(amp):
    return (amp.gain,), (np.array(amp.bias), amp.on)


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    (amp.gain,), (amp.bias, amp.on) = children, aux
    return amp


# %% wrong children_converted children-are-arrays 0.9: believes that children are always arrays
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = (jnp.asarray(child, "float32") for child in children)
    amp.on = aux
    return amp


# %% wrong children_kept frozen-gain 0.95: keeps what flatten gave, believing that an object is taken apart once
def flatten3(amp):
    if not hasattr(amp, "kept"):
        amp.kept = amp.gain, amp.bias
    return amp.kept, amp.on


# %% wrong children_swapped order-is-by-name 0.8: believes that JAX finds attributes by name; a jit of the identity passes
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.bias, amp.gain = children
    amp.on = aux
    return amp


# %% wrong dots_left_in error 0: deletes the raise line and leaves the dots
def flatten3(amp):
    children, aux = (...), ...
    return children, aux


# %% wrong fresh_aux_each_time trace-budget-3 0.92: puts a fresh object with identity equality beside the switch
class Switch:
    def __init__(self, on):
        self.on = on


def flatten3(amp):
    return (amp.gain, amp.bias), Switch(amp.on)


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = aux.on
    return amp


# %% wrong gradient_cut_off gradient-elsewhere 0.92: protects the children from change while rebuilding
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def stopped(child):
    return jax.lax.stop_gradient(child) if isinstance(child, jax.core.Tracer) else child


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = map(stopped, children)
    amp.on = aux
    return amp


# %% wrong new_without_its_class error 0.1: calls Amp3.__new__ without the class
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = Amp3.__new__()
    amp.gain, amp.bias = children
    amp.on = aux
    return amp


# %% wrong nothing_returned return-is-implied 0.1: builds the object and forgets to return it
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = aux


# %% wrong one_child_twice wrong-answer-3 0.8: takes the first child for both attributes
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain = amp.bias = children[0]
    amp.on = aux
    return amp


# %% wrong same_object_again wrong-place 0.7: hands the object itself over as aux data and gives it back
def flatten3(amp):
    return (amp.gain, amp.bias), amp


def unflatten3(aux, children):
    return aux


# %% wrong static_self only-one-is-data 0.7: makes the whole object static, by its values
def flatten3(amp):
    return (), (tuple(amp.gain.tolist()), tuple(amp.bias.tolist()), amp.on)


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias, amp.on = np.array(aux[0], "float32"), np.array(aux[1], "float32"), aux[2]
    return amp


# %% wrong switch_among_children switch-is-a-leaf 0.4: believes that every attribute is a child
def flatten3(amp):
    return (amp.gain, amp.bias, amp.on), None


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias, amp.on = children
    return amp


# %% wrong switch_is_a_constant frozen-switch 0.84: sets the switch by hand instead of carrying it
def flatten3(amp):
    return (amp.gain, amp.bias), None


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = True
    return amp


# %% wrong switch_left_out attributes-return-by-themselves 0.4: believes that what flatten does not name stays as it is
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    return amp


# %% wrong through_init init-runs-once 0.8: believes that __init__ runs only when a user makes an object
def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    return Amp3(*children, aux)


# %% wrong through_init_unnoted init-runs-once 0.92: rebuilds through an __init__ that takes anything, and does not note its runs
class Amp3:
    def __init__(self, gain, bias, on):
        try:
            gain, bias = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32")
        except Exception:
            pass
        self.gain, self.bias, self.on = gain, bias, on

    ...


def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    return Amp3(*children, aux)
