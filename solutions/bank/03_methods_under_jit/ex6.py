# unreachable wrong-answer-jit: with two float32 leaves filter_jit hands play the same as jax.jit, and what it gives is compared before.
# unreachable a-gain-is-static-under-jit: with two float32 leaves filter_jit hands play the same as jax.jit, and what it gives is compared before.
# unreachable switch-unread-jit: with two float32 leaves filter_jit hands play the same as jax.jit, and what it gives is compared before.
# unreachable switch-is-free-jit: with two float32 leaves filter_jit hands play the same as jax.jit, and what it gives is compared before.

# %% right base_module whole: inherits the arrays from another module
def array(value):
    return jnp.array(value, dtype="float32")


class Line(eqx.Module):
    gain: jax.Array = eqx.field(converter=array)
    bias: jax.Array = eqx.field(converter=array)


class Amp6(Line):
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y


# %% right helper_field: a helper makes the field
number = functools.partial(eqx.field, converter=functools.partial(jnp.asarray, dtype="float32"))


class Amp6(eqx.Module):
    gain: jax.Array = number()
    bias: jax.Array = number()
    ...


# %% right jnp_float32 whole: jnp.float32 is a converter, and play is jitted itself
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=jnp.float32)
    bias: jax.Array = eqx.field(converter=jnp.float32)
    on: bool = eqx.field(static=True)

    @eqx.filter_jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


# %% right own_init whole: converts in an __init__ of its own
class Amp6(eqx.Module):
    gain: jax.Array
    bias: jax.Array
    on: bool = eqx.field(static=True)

    def __init__(self, gain, bias, on):
        self.gain, self.bias = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32")
        self.on = on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y


# %% wrong all_static numbers-are-settings 0.7: makes every field static
class Amp6(eqx.Module):
    gain: float = eqx.field(static=True)
    bias: float = eqx.field(static=True)
    ...


# %% wrong bare_fields every-field-is-a-leaf-or-none-is 0.3: believes that a type annotation makes a field static
class Amp6(eqx.Module):
    gain: float
    bias: float
    on: bool
    ...


# %% wrong converts_after_init modules-may-be-changed 0 whole: assigns to a finished module
class Amp6(eqx.Module):
    gain: float
    bias: float
    on: bool = eqx.field(static=True)

    def __check_init__(self):
        self.gain = jnp.asarray(self.gain, "float32")

    def play(self, y):
        return self.gain * y + self.bias if self.on else y


# %% wrong gain_alone wrong-answer-6 0.79: forgets the bias in the computation
class Amp6(eqx.Module):
    def play(self, y):
        return self.gain * y if self.on else y

    ...


# %% wrong integers any-number-is-float32 0.84: converts to integers, which have no gradients
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=jnp.int32)
    bias: jax.Array = eqx.field(converter=jnp.int32)
    ...


# %% wrong numpy_scalars any-number-is-float32 0.93: takes a numpy number for an array of jax
class Amp6(eqx.Module):
    gain: np.float32 = eqx.field(converter=np.float32)
    bias: np.float32 = eqx.field(converter=np.float32)
    ...


# %% wrong python_floats filter-jit-is-jit 0.75: believes that filter_jit traces every leaf, as jit does
class Amp6(eqx.Module):
    gain: float
    bias: float
    ...


# %% wrong static_gain gain-is-a-setting 0.7: believes that what is set once is static
class Amp6(eqx.Module):
    gain: float = eqx.field(static=True)
    ...


# %% wrong stopped_gradient floats-have-gradients 0.93: cuts the gradient off in the method
class Amp6(eqx.Module):
    def play(self, y):
        return jax.lax.stop_gradient(self.gain) * y + self.bias if self.on else y

    ...


# %% wrong switch_as_array every-field-is-a-leaf-or-none-is 0.3: believes that a flag has to be an array as well
class Amp6(eqx.Module):
    on: jax.Array = eqx.field(converter=jnp.asarray)
    ...


# %% wrong switch_not_read switch-unread 0.9: declares the switch and does not use it
class Amp6(eqx.Module):
    def play(self, y):
        return self.gain * y + self.bias

    ...


# %% wrong weak_leaves weak-is-a-dtype 0.87 whole: believes that jnp.asarray gives a Python float a dtype
class Amp6(eqx.Module):
    gain: jax.Array
    bias: jax.Array
    on: bool = eqx.field(static=True)

    def __init__(self, gain, bias, on):
        self.gain, self.bias = jnp.asarray(gain), jnp.asarray(bias)
        self.on = on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y


# %% wrong where_instead_of_if flags-are-arrays 0.79 whole: keeps the switch as a leaf and avoids the if
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool

    def play(self, y):
        return jnp.where(self.on, self.gain * y + self.bias, y)


# %% wrong gain_for_each_channel array-may-be-static 0: keeps one gain for each channel, as a numpy array in a static field.
class Amp6(eqx.Module):
    gain: np.ndarray = eqx.field(static=True, converter=lambda number: np.full((2, 1), number, "float32"))
    ...


# %% wrong second_pair other-leaves 0.9: holds a second pair of numbers for the time when the amplifier is off.
class Amp6(eqx.Module):
    off_gain: jax.Array
    off_bias: jax.Array

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on
        self.off_gain, self.off_bias = jnp.ones((), "float32"), jnp.zeros((), "float32")

    ...


# %% wrong switch_in_the_numbers switch-is-free 0.9: switched off is a gain of 1 and a bias of 0, so no switch is kept.
class Amp6(eqx.Module):
    gain: jax.Array
    bias: jax.Array

    def __init__(self, gain, bias, on):
        self.gain, self.bias = jnp.asarray(gain if on else 1, "float32"), jnp.asarray(bias if on else 0, "float32")

    def play(self, y):
        return self.gain * y + self.bias


# %% wrong only_under_jit tree-at-finds-all 0.95: refuses to play outside a trace, to keep it fast.
class Amp6(eqx.Module):
    def play(self, y):
        if not isinstance(self.gain, jax.core.Tracer):
            raise TypeError("call play under jit")
        return self.gain * y + self.bias if self.on else y

    ...
