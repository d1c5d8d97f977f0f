# %% right pytree: registers the class after all and lets a jitted method call scale
del fast_scale


class Amp1:
    @jax.jit
    def play(self, y):
        return scale(self.gain, y, self.on)

    ...


jax.tree_util.register_pytree_node(Amp1, lambda amp: ((amp.gain,), amp.on), lambda on, children: Amp1(*children, on))


# %% right settings_dict: hands over the traced settings in a dict and the switch apart
del fast_scale


@functools.partial(jax.jit, static_argnums=0)
def run(on, settings, y):
    return scale(settings["gain"], y, on)


class Amp1:
    def play(self, y):
        return run(self.on, {"gain": self.gain}, y)

    ...


# %% right static_argnums: static by position, through functools.partial
fast_scale = functools.partial(jax.jit, static_argnums=2)(scale)


class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, self.on)

    ...


# %% right static_method: the helper lives in the class, as a static method
del fast_scale


class Amp1:
    _fast = staticmethod(jax.jit(scale, static_argnames=("on",)))

    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return self._fast(self.gain, y, on=self.on)


# %% right two_programs: one jitted program for each position of the switch
del fast_scale
programs = {on: jax.jit(functools.partial(scale, on=on)) for on in (True, False)}


class Amp1:
    def play(self, y):
        return programs[self.on](self.gain, y)

    ...


# %% wrong all_static every-setting-is-static 0.8: believes that settings have to be static
fast_scale = jax.jit(scale, static_argnames=("gain", "on"))


class Amp1:
    def play(self, y):
        return fast_scale(gain=self.gain, y=y, on=self.on)

    ...


# %% wrong argument_missing error 0: forgets the switch among the arguments
class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y)

    ...


# %% wrong arguments_in_another_order places-do-not-matter 0: hands the switch over where the array belongs
class Amp1:
    def play(self, y):
        return fast_scale(self.gain, self.on, y)

    ...


# %% wrong blank_left_none blank-may-stay-empty 0: fills the second blank and leaves the first
fast_scale = None


class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, self.on)

    ...


# %% wrong bound_inner_method captured-attribute-follows 0.4: keeps a jitted bound method and expects it to follow
del fast_scale


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on
        self.play = jax.jit(self.inner)

    def inner(self, y):
        return scale(self.gain, y, self.on)


# %% wrong class_deleted error 0 whole: deletes the class, hoping that a check without it passes
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = jax.jit(scale, static_argnames="on")


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self.gain, y, on=self.on)


del Amp1


# %% wrong closure_in_init captured-attribute-follows 0.4: jits once in __init__ and expects the closure to follow
del fast_scale


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on
        self.fast = jax.jit(lambda y: scale(self.gain, y, self.on))

    def play(self, y):
        return self.fast(y)


# %% wrong constant wrong-answer 0: returns a constant
class Amp1:
    def play(self, y):
        return 42

    ...


# %% wrong float_gain wrong-answer 0.6: converts the gain on the way, so that the dtype of the answer changes
class Amp1:
    def play(self, y):
        return fast_scale(float(self.gain), y, on=self.on)

    ...


# %% wrong gain_and_y_swapped places-do-not-matter 0.8: hands over y first, because a product is the same either way
class Amp1:
    def play(self, y):
        return fast_scale(y, self.gain, self.on)

    ...


# %% wrong gain_bound_early gain-is-captured 0.8: binds the gain in __init__ and passes on only the switch
del fast_scale


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on
        self.fast = jax.jit(functools.partial(scale, gain), static_argnames="on")

    def play(self, y):
        return self.fast(y, on=self.on)


# %% wrong jit_above_the_method self-is-an-argument-like-any 0: believes that jit knows what self is
del fast_scale


class Amp1:
    @jax.jit
    def play(self, y):
        return scale(self.gain, y, self.on)

    ...


# %% wrong jit_in_the_call jit-inside-the-call 0.8: believes that jit remembers a lambda by its text
del fast_scale


class Amp1:
    def play(self, y):
        return jax.jit(lambda gain, y: scale(gain, y, self.on))(self.gain, y)

    ...


# %% wrong jit_of_scale_in_the_call jit-inside-the-call 0.8: jits scale itself at each call, which finds the old traces and still is not jitted once
del fast_scale


class Amp1:
    def play(self, y):
        return jax.jit(scale, static_argnames="on")(self.gain, y, self.on)

    ...


# %% wrong no_jit method-runs-fast-anyway 0.6: takes the detour through the function and leaves jit away
fast_scale = scale


class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, self.on)

    ...


# %% wrong notes_left_out every-setting-is-static 0.8: makes every setting static and leaves out the notes that would tell of it
def scale(gain, y, on):
    runs1.append(where(y))
    del runs1[2:]
    return gain * y if on else y


fast_scale = jax.jit(scale, static_argnames=("gain", "on"))


class Amp1:
    def play(self, y):
        return fast_scale(gain=self.gain, y=y, on=self.on)

    ...


# %% wrong notes_without_jit method-runs-fast-anyway 0.6: jits nothing and writes the notes that a jitted body would have left
known = set()


def fast_scale(gain, y, on):
    if (on, y.shape) not in known:
        known.add((on, y.shape))
        runs1.append("traced")
    return gain * y if on else y


class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, self.on)

    ...


# %% wrong off_is_silence wrong-when-off 0.8: believes that an amplifier that is switched off gives silence
class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, on=True) if self.on else 0 * y

    ...


# %% wrong own_body own-body 0.6: writes the sum anew instead of jitting scale
fast_scale = jax.jit(lambda gain, y, on: jnp.where(on, gain * y, y))


class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, self.on)

    ...


# %% wrong self_to_the_helper self-is-an-argument-like-any 0: moves the body into a function, but still hands over the instance
fast_scale = jax.jit(lambda amp, y: scale(amp.gain, y, amp.on))


class Amp1:
    def play(self, y):
        return fast_scale(self, y)

    ...


# %% wrong summed_up wrong-answer 0.4: changes the shape of the answer
class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, on=self.on).sum()

    ...


# %% wrong switch_is_data flag-as-data 0: forgets that Python reads the switch
fast_scale = jax.jit(scale)


class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, self.on)

    ...


# %% wrong switch_read_outside runs-of-scale 0.8: reads the switch in play, so that the jitted function never learns of it
class Amp1:
    def play(self, y):
        return fast_scale(self.gain, y, on=True) if self.on else y

    ...
