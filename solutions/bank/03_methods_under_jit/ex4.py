# %% right helper whole: a jitted function of plain numbers
runs4 = []


@jax.jit
def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed + pull - drag


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return next_speed(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% right jit_in_init_of_a_function whole: keeps the jitted function in an attribute, but one that takes all it reads
runs4 = []


def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed + pull - drag


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self.compiled = jax.jit(next_speed)

    fast = lambda self, speed: self.compiled(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% right node_class whole: a pytree with a jitted method
runs4 = []


@jax.tree_util.register_pytree_node_class
class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def tree_flatten(self):
        return (self.pull, self.drag), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jax.jit
    def fast(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% right settings_as_dict whole: hands over all attributes as a dict, which is a pytree already
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return self._step(vars(self), speed)

    @staticmethod
    @jax.jit
    def _step(settings, speed):
        runs4.append(where(speed))
        return speed + settings["pull"] - settings["drag"]


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong as_it_was jitted-method-follows-self 0.5 whole: believes that a jitted bound method reads its attributes at each call
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self.fast = jax.jit(self.step)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong body_without_its_line own-arithmetic 0.67 whole: writes another body and drops the line that notes its runs
runs4 = []


next_speed = jax.jit(lambda pull, drag, speed: speed + pull - drag)


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return next_speed(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong drag_captured drag-never-changes 0.84 whole: passes the pull as an argument and forgets the drag
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self._fast = jax.jit(self.step)

    def step(self, pull, speed):
        runs4.append(where(speed))
        return speed + pull - self.drag

    def fast(self, speed):
        return self._fast(self.pull, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong each_step_from_the_start wrong-step 0.85 whole: believes that the rocket keeps its speed, and hands over the first one in every step
runs4 = []


@jax.jit
def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed + pull - drag


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return next_speed(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speeds.append(rocket.fast(speed))
    return speeds


# %% wrong jit_each_step jit-each-step 0.84 whole: jits the bound method anew in every step
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @property
    def fast(self):
        return jax.jit(self.step)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong jit_each_step_noted_once settings-are-static 0.84 whole: jits anew in every step and notes the first run alone
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @property
    def fast(self):
        return jax.jit(lambda speed: self.step(speed))

    def step(self, speed):
        if not runs4:
            runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong jit_for_each_simulation jit-again-refreshes 0.67 whole: jits again where a simulation starts
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds, fast = [], jax.jit(rocket.step)
    for rocket.pull in pulls:
        speed = fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong no_jit no-jit-no-trouble 0.67 whole: takes the jit away
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return self.step(speed)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong note_outside note-may-stand-anywhere 0.9: takes the line with runs4 along to the method that is called, outside of the jit
class Rocket:
    def step(self, speed):
        return speed + self.pull - self.drag

    def fast(self, speed):
        runs4.append(where(speed))
        return jitted_step(self, speed)

    ...


# %% wrong note_without_jit no-jit-no-trouble 0.67 whole: jits nothing and writes the note that a jitted body would have left
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        if not runs4:
            runs4.append("traced")
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong one_jit_for_each_pull jitted-method-follows-self 0.5 whole: keeps a jitted copy for each pull; the copies share the first trace
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        self.copies = {}

    def fast(self, speed):
        if self.pull not in self.copies:
            self.copies[self.pull] = jax.jit(self.step)
        return self.copies[self.pull](speed)

    def step(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong only_first_speed wrong-second 0.5 whole: returns the speed it was given
runs4 = []


@jax.jit
def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return next_speed(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong self_as_data rocket-is-an-array 0 whole: puts the decorator above the method
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @jax.jit
    def fast(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong static_pull settings-are-static 0.84 whole: believes that a setting has to be static
runs4 = []


@functools.partial(jax.jit, static_argnums=0)
def next_speed(pull, drag, speed):
    runs4.append(where(speed))
    return speed + pull - drag


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    def fast(self, speed):
        return next_speed(self.pull, self.drag, speed)


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds


# %% wrong static_self static-self-follows 0.34 whole: believes that a static self is looked at in every call
runs4 = []


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag

    @functools.partial(jax.jit, static_argnums=0)
    def fast(self, speed):
        runs4.append(where(speed))
        return speed + self.pull - self.drag


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds
