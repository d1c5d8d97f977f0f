# unreachable switch-is-free: the switch is no leaf and the answer switched off is right, so it was traced once: both are compared before.
# unreachable loop-may-change-type: jitted calls that share one trace keep treedef, shapes and dtypes, and the traces are compared before.

# %% right constructor: makes a new amplifier by the class
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return type(self)(self.gain + by, self.bias, self.on)

    ...


# %% right dataclass whole: a dataclass that converts after its __init__
import dataclasses


@dataclasses.dataclass
class Amp7(simple_pytree.Pytree):
    gain: jax.Array
    bias: jax.Array
    on: bool = simple_pytree.static_field()

    def __post_init__(self):
        self.gain, self.bias = jnp.asarray(self.gain, "float32"), jnp.asarray(self.bias, "float32")

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return dataclasses.replace(self, gain=self.gain + by)


# %% right field_without_node: declares the field by pytree_node=False
class Amp7(simple_pytree.Pytree):
    on = simple_pytree.field(pytree_node=False)

    def louder(self, by):
        new = {"gain": self.gain + by}
        return self.replace(**new)

    ...


# %% right mixin whole: static field and copy come from a base class
class Switched(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()


class Amp7(Switched):
    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(gain=jnp.add(self.gain, by))


# %% wrong annotation_only bool-is-static-anyway 0.4: believes that an annotation makes a field static
class Amp7(simple_pytree.Pytree):
    on: bool
    ...


# %% wrong assigns pytree-may-update-self 0.1: believes that a Pytree may be changed
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        self.gain += by
        return self

    ...


# %% wrong bias_is_a_setting other-leaves 0.85: keeps the bias as a tuple in a static field, as it is set once
class Amp7(simple_pytree.Pytree):
    bias: tuple = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), tuple(bias), on

    def play(self, y):
        return self.gain * y + jnp.asarray(self.bias, "float32") if self.on else y

    ...


# %% wrong counts_in_a_static_field aux-may-count-along 0.9: counts its changes in a static field
class Amp7(simple_pytree.Pytree):
    changes: int = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on
        self.changes = 0

    def louder(self, by):
        return self.replace(gain=self.gain + by, changes=self.changes + 1)

    ...


# %% wrong dtype_changed wrong-field 0.8: returns integers
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return self.replace(gain=jnp.asarray(self.gain + by, "int32"))

    ...


# %% wrong gradient_stopped gradient-lost 0.95: protects the gain from being trained, as louder sets it
class Amp7(simple_pytree.Pytree):
    def play(self, y):
        return jax.lax.stop_gradient(self.gain) * y + self.bias if self.on else y

    ...


# %% wrong misspelt_gain error 0.1: misspells an attribute
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return self.replace(gain=self.gian + by)

    ...


# %% wrong mutable_class mutable-is-simpler 0.8: asks for a mutable class and changes it
class Amp7(simple_pytree.Pytree, mutable=True):
    def louder(self, by):
        self.gain += by
        return self

    ...


# %% wrong nothing_declared bool-is-static-anyway 0.4 whole: believes that a bool is static by itself
class Amp7(simple_pytree.Pytree):
    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(gain=self.gain + by)


# %% wrong numbers_static_too any-field-may-be-static 0.4 whole: makes the arrays static as well
class Amp7(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()
    gain = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(gain=np.array(self.gain) + np.float32(by))


# %% wrong raw_object any-class-will-do 0.3 whole: leaves the library out and registers nothing
class Amp7(object):
    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return Amp7(self.gain + by, self.bias, self.on)


# %% wrong replace_by_position replace-goes-by-place 0.1: calls replace without the name of the field
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return self.replace(self.gain + by)

    ...


# %% wrong replace_not_returned replace-changes-self 0.2: believes that replace changes the object
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        self.replace(gain=self.gain + by)

    ...


# %% wrong replaces_the_bias wrong-field 0.9: replaces another field
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return self.replace(bias=self.bias + by)

    ...


# %% wrong returns_the_gain number-instead-of-amp 0.2: returns the new gain alone
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return self.gain + by

    ...


# %% wrong shape_lost wrong-field 0.9: adds to the sum of the gains
class Amp7(simple_pytree.Pytree):
    def louder(self, by):
        return self.replace(gain=self.gain.sum() + by)

    ...


# %% wrong switch_not_read switch-unread 0.95: declares the switch and does not use it
class Amp7(simple_pytree.Pytree):
    def play(self, y):
        return self.gain * y + self.bias

    ...


# %% wrong bias_forgotten old-gain-answers 0.9: rewrites play and leaves out the bias.
class Amp7(simple_pytree.Pytree):
    def play(self, y):
        return self.gain * y if self.on else y

    ...
