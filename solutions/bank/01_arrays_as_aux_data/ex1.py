# %% right lambda whole
foretell = lambda y_from, operation_from, inside_jit: "numpy" if operation_from == "np" else ("jax", "traced")[inside_jit]


# %% right match whole
def foretell(y_from, operation_from, inside_jit):
    match operation_from, inside_jit:
        case "np", _:
            return "numpy"
        case "jnp", True:
            return "traced"
        case _:
            return "jax"


# %% right measures whole
def foretell(y_from, operation_from, inside_jit):
    library = {"np": np, "jnp": jnp}
    y, found = library[y_from].arange(3), []

    def run(_):
        result = library[operation_from].add(y, 1)
        found.append("traced" if isinstance(result, jax.core.Tracer) else type(result).__module__.split(".")[0])
        return 0

    (jax.jit(run) if inside_jit else run)(0)
    return {"traced": "traced", "numpy": "numpy"}.get(found[0], "jax")


# %% right table whole
def foretell(y_from, operation_from, inside_jit):
    table = {("np", True): "numpy", ("np", False): "numpy", ("jnp", True): "traced", ("jnp", False): "jax"}
    return table[operation_from, inside_jit]


# %% wrong all_is_traced_in_jit all-is-traced-in-jit 0.6 whole: takes jit for something that wraps whatever is computed while it runs, numpy included.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit:
        return "traced"
    return "numpy" if operation_from == "np" else "jax"


# %% wrong capital_letter another-word 0.5 whole: writes Numpy with a capital letter.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np":
        return "Numpy"
    return "traced" if inside_jit else "jax"


# %% wrong concrete_runs_at_once concrete-runs-at-once 0.6 whole: believes that only operations on tracers are recorded; concrete operands are computed at once.
def foretell(y_from, operation_from, inside_jit):
    return "numpy" if operation_from == "np" else "jax"


# %% wrong container_decides container-decides 0.6 whole: the document's rule: a jax array becomes a tracer in jit, a numpy array never does.
def foretell(y_from, operation_from, inside_jit):
    if not inside_jit:
        return "numpy" if operation_from == "np" else "jax"
    return "traced" if y_from == "jnp" else "numpy"


# %% wrong container_decides_outside container-decides-outside 0.8 whole: believes that jit lets the operation decide, and that without it an array stays with the library that made it.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit:
        return "numpy" if operation_from == "np" else "traced"
    return "numpy" if y_from == "np" else "jax"


# %% wrong deleted error 0.0 whole: deletes the function and hopes that nothing is checked.
def foretell(y_from, operation_from, inside_jit):
    return "numpy"


del foretell


# %% wrong equal_to_everything another-word 0.0 whole: an attempt to fool the check: a word that claims to be equal to every word.
def foretell(y_from, operation_from, inside_jit):
    class Yes(str):
        def __eq__(self, other):
            return True

        def __hash__(self):
            return hash("numpy")

    return Yes("any of them")


# %% wrong forgets_a_branch another-word 0.7 whole: returns from one branch only; Python gives None from the other.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "jnp":
        return "traced" if inside_jit else "jax"


# %% wrong jax_always_traces jax-always-traces 0.8 whole: believes that jax operations are always lazy, outside jit too.
def foretell(y_from, operation_from, inside_jit):
    return {"np": "numpy", "jnp": "traced"}[operation_from]


# %% wrong numpy_always no-rule 0.5 whole: believes that jit leaves the library of the operation no say: jax where numpy works.
def foretell(y_from, operation_from, inside_jit):
    return "jax" if operation_from == "np" else "traced" if inside_jit else "jax"


# %% wrong numpy_follows_outside numpy-follows-outside 0.8 whole: right inside jit; outside believes that numpy hands a jax array back as a jax array.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit:
        return "traced" if operation_from == "jnp" else "numpy"
    return "jax" if "jnp" in (y_from, operation_from) else "numpy"


# %% wrong numpy_is_never_traced numpy-is-never-traced 0.8 whole: knows that operations decide, and still believes that a numpy operand cannot be recorded.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np" or (inside_jit and y_from == "np"):
        return "numpy"
    return "traced" if inside_jit else "jax"


# %% wrong numpy_stays_numpy_outside numpy-stays-numpy 0.8 whole: right inside jit; outside believes that a numpy array stays one through a jax operation.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np":
        return "numpy"
    if inside_jit:
        return "traced"
    return "numpy" if y_from == "np" else "jax"


# %% wrong only_mixing_traces only-mixing-traces 0.8 whole: believes that converting the numpy operand is what is recorded, so that jax with jax runs at once.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np":
        return "numpy"
    return "traced" if inside_jit and y_from == "np" else "jax"


# %% wrong other_words another-word 0.0 whole: answers in words of their own instead of those asked for.
def foretell(y_from, operation_from, inside_jit):
    return "concrete" if operation_from == "np" or not inside_jit else "tracer"


# %% wrong result_keeps_the_library result-keeps-the-library 0.4 whole: believes that an operation returns the kind of array that it was given.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit and y_from == operation_from == "jnp":
        return "traced"
    return "numpy" if y_from == "np" else "jax"
