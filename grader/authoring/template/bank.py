# %% right equinox whole: equinox registers the class, and the unit is static.
class LengthN(eqx.Module):
    value: jax.Array
    unit: str = eqx.field(static=True)


# %% right named_aux: a list of children and a dict as aux data.
def flatten_length_n(length):
    return [length.value], {"unit": length.unit}


def unflatten_length_n(aux, children):
    (value,) = children
    return LengthN(value, aux["unit"])


# %% right without_init whole: builds the object without __init__, and names the keys.
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def unflatten_length_n(aux, children):
    length = object.__new__(LengthN)
    length.value, length.unit = children[0], aux
    return length


jax.tree_util.register_pytree_with_keys(
    LengthN, lambda length: (((jax.tree_util.GetAttrKey("value"), length.value),), length.unit), unflatten_length_n)


# %% wrong all_units_equal unit-is-not-compared 0.9: wants one trace for all units, and says that they are equal.
class Word:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


def flatten_length_n(length):
    return (length.value,), Word(length.unit)


def unflatten_length_n(aux, children):
    return LengthN(children[0], aux.text)


# %% wrong no_comma parentheses-make-a-tuple 0: takes the parentheses for a tuple.
def flatten_length_n(length):
    return (length.value), length.unit


def unflatten_length_n(aux, children):
    return LengthN(jnp.array(children), aux)


# %% wrong numpy unflatten-gets-numbers 0.2: makes sure that the value is an array, and so converts a tracer.
def unflatten_length_n(aux, children):
    return LengthN(np.asarray(children[0]), aux)


# %% wrong unit_as_child unit-is-a-child 0: makes every attribute a child.
def flatten_length_n(length):
    return (length.value, length.unit), None


def unflatten_length_n(aux, children):
    return LengthN(*children)


# %% wrong unit_dropped unit-gets-lost 0.7: believes that attributes which are not mentioned stay.
def flatten_length_n(length):
    return (length.value,), None


def unflatten_length_n(aux, children):
    return LengthN(children[0], None)


# %% wrong unit_written_down unit-gets-lost 0.7: writes the one unit of the example into unflatten.
def flatten_length_n(length):
    return (length.value,), None


def unflatten_length_n(aux, children):
    return LengthN(children[0], "meter")


# %% wrong value_in_aux value-in-aux 0: keeps everything in the aux data.
def flatten_length_n(length):
    return (), (length.value, length.unit)


def unflatten_length_n(aux, children):
    return LengthN(*aux)


# %% wrong unit_forgotten attributes-come-along 0: believes that the new object has the attributes of the old one.
def flatten_length_n(length):
    return (length.value,), None


def unflatten_length_n(aux, children):
    length = object.__new__(LengthN)
    length.value = children[0]
    return length


# %% wrong all_by_hand value-in-pieces 0: takes everything apart, the numbers one by one and the unit.
def flatten_length_n(length):
    return (*length.value, length.unit), None


def unflatten_length_n(aux, children):
    return LengthN(jnp.array(children[:-1]), children[-1])


# %% wrong last_value_kept value-kept-back 0.7: keeps the value in a list, and takes it for that of the new object.
kept_values_n = []


def flatten_length_n(length):
    kept_values_n.append(length.value)
    return (length.value,), length.unit


def unflatten_length_n(aux, children):
    return LengthN(kept_values_n[-1], aux)


# %% wrong as_float value-stays-old 0.8: makes a float of a length whenever an object is made.
def unflatten_length_n(aux, children):
    return LengthN(jnp.asarray(children[0], "float32"), aux)


# %% wrong unit_while_traced unit-stays-inside 0.9: gives the unit back only where it decides what is traced.
def unflatten_length_n(aux, children):
    return LengthN(children[0], aux if isinstance(children[0], jax.core.Tracer) else None)


# %% wrong own_mark value-is-compared 0.9: marks each object, so that no two are taken for one another.
def flatten_length_n(length):
    return (length.value,), (length.unit, object())


def unflatten_length_n(aux, children):
    return LengthN(children[0], aux[0])
