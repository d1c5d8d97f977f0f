# %% right dtype_object: The dtype object itself has value equality.
def cast_flatten(cast):
    return (cast.x,), np.dtype(cast.dtype)


# %% right from_an_array: Asks an array of that dtype.
def cast_flatten(cast):
    return (cast.x,), (str(np.empty(0, cast.dtype).dtype),)


def cast_unflatten(aux, children):
    (dtype,) = aux
    return Cast(*children, dtype)


# %% right node_class whole: register_pytree_node_class and a helper.
def canonical(dtype):
    return np.dtype(dtype).str


@jax.tree_util.register_pytree_node_class
class Cast:
    def __init__(self, x, dtype):
        self.x = x
        self.dtype = dtype

    def __call__(self):
        return jax.lax.convert_element_type(self.x, self.dtype)

    def tree_flatten(self):
        return [self.x], canonical(self.dtype)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], np.dtype(aux))


# %% right property: A property canonicalises at every assignment.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    dtype = property(lambda self: self._dtype, lambda self, dtype: setattr(self, "_dtype", jnp.dtype(dtype)))

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), cast.dtype


# %% wrong all_from_the_children unflatten-is-init 0: Expects all attributes among the children, as __init__ gets them.
def cast_unflatten(aux, children):
    x, dtype = children
    return Cast(x, dtype)


# %% wrong as_it_is spellings-are-equal 0.6: All spellings mean the same, so they are equal.
def cast_flatten(cast):
    return (cast.x,), cast.dtype


# %% wrong cached_flatten flatten-runs-once 0.9: Remembers what flatten gave, by the object.
@functools.cache
def cast_flatten(cast):
    return (cast.x,), jnp.dtype(cast.dtype).name


# %% wrong constant any-dtype-will-do 0.5: One dtype for all: no trace is ever lost.
def cast_flatten(cast):
    return (cast.x,), "float16"


# %% wrong converts_in_init init-may-convert 0.9: converts x when the Cast is made
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = jnp.asarray(x, dtype), dtype

    ...


# %% wrong converts_the_leaf flatten-may-compute 0.9: Converts x in flatten and reads the dtype off it.
def cast_flatten(cast):
    return (cast.x.astype(cast.dtype),), None


def cast_unflatten(aux, children):
    return Cast(*children, children[0].dtype)


# %% wrong dtype_as_leaf dtype-as-leaf 0.2: Makes the dtype a child.
def cast_flatten(cast):
    return (cast.x, cast.dtype), None


def cast_unflatten(aux, children):
    return Cast(*children)


# %% wrong dtype_object_in_init gate-in-init 0.9: makes one spelling where the Cast is made, and believes that nobody assigns another
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, jnp.dtype(dtype)

    ...


def cast_flatten(cast):
    return (cast.x,), cast.dtype


# %% wrong equal_to_everything equal-to-everything 0.7: An aux object that never costs a trace.
class Key:
    def __init__(self, dtype):
        self.dtype = jnp.dtype(dtype)

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), Key(cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux.dtype)


# %% wrong in_init gate-in-init 0.9: Canonicalises in __init__ and takes what comes later as it is.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, jnp.dtype(dtype).name

    ...


def cast_flatten(cast):
    return (cast.x,), cast.dtype


# %% wrong itemsize as-many-bytes-is-equal 0.8: Compares what decides about memory.
class Key:
    def __init__(self, dtype):
        self.dtype = jnp.dtype(dtype)

    def __eq__(self, other):
        return self.dtype.itemsize == other.dtype.itemsize

    def __hash__(self):
        return self.dtype.itemsize


class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), Key(cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux.dtype)


# %% wrong itemsize_back any-fact-is-a-spelling 0.5: believes that the number of bytes says which dtype it is
def cast_flatten(cast):
    return (cast.x,), jnp.dtype(cast.dtype).itemsize


# %% wrong lambda aux-by-identity 0.8: Wraps the dtype in a function, made anew at every flatten.
def cast_flatten(cast):
    return (cast.x,), lambda: jnp.dtype(cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux())


# %% wrong missing_comma brackets-make-a-tuple 0: Takes (x) for a tuple.
def cast_flatten(cast):
    return (cast.x), jnp.dtype(cast.dtype).name


# %% wrong missing_return building-is-returning 0: Forgets to return what unflatten builds.
def cast_unflatten(aux, children):
    Cast(*children, aux)


# %% wrong name_attribute spellings-are-alike 0.2: All four have a name.
def cast_flatten(cast):
    return (cast.x,), cast.dtype.__name__


# %% wrong number_back any-fact-is-a-spelling 0.5: gives out numpy's number of the dtype, which no array function takes for it
def cast_flatten(cast):
    return (cast.x,), jnp.dtype(cast.dtype).num


# %% wrong prototype_array array-in-aux 0.4: Keeps an array of the dtype as a sample.
def cast_flatten(cast):
    return (cast.x,), np.zeros(2, cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux.dtype)


# %% wrong str any-fact-is-a-spelling 0.4: str() brings anything into one form.
def cast_flatten(cast):
    return (cast.x,), str(cast.dtype)
