# dodge equal-to-everything: the aux data is None, of which nothing can be told

# %% right dict_child
def flatten_leaf_pair(pair):
    return (vars(pair),), None


def unflatten_leaf_pair(aux, children):
    pair = object.__new__(LeafPair)
    vars(pair).update(children[0])
    return pair


# %% right lambdas
del flatten_leaf_pair
del unflatten_leaf_pair
jax.tree_util.register_pytree_node(LeafPair, lambda pair: ([pair.x, pair.y], ()), lambda _, children: LeafPair(*children))


# %% right named_tuple whole
from typing import Any, NamedTuple


class LeafPair(NamedTuple):
    x: Any
    y: Any


# %% right node_class whole
@jax.tree_util.register_pytree_node_class
class LeafPair:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def tree_flatten(self):
        return (self.x, self.y), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


# %% right register_dataclass whole
import dataclasses


@dataclasses.dataclass(frozen=True)
class LeafPair:
    x: jax.Array
    y: jax.Array


jax.tree_util.register_dataclass(LeafPair, data_fields=["x", "y"], meta_fields=[])


# %% right with_keys whole
class LeafPair:
    def __init__(self, x, y):
        self.__dict__.update(x=x, y=y)


def flatten_leaf_pair(pair):
    return [(jax.tree_util.GetAttrKey(name), getattr(pair, name)) for name in ("x", "y")], ("x", "y")


def unflatten_leaf_pair(aux, children):
    return LeafPair(**dict(zip(aux, children)))


jax.tree_util.register_pytree_with_keys(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)


# %% wrong array_in_aux array-in-aux 0.6: leaves y where the document has it, because the first call works.
del flatten_leaf_pair
del unflatten_leaf_pair
jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: LeafPair(children[0], aux))


# %% wrong attributes_come_along attributes-come-along 0.13: lists x only, believing that the other attributes travel with the object.
del flatten_leaf_pair


def unflatten_leaf_pair(aux, children):
    pair = object.__new__(LeafPair)
    pair.x = children[0]
    return pair


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x,), None), unflatten_leaf_pair)


# %% wrong aux_names_the_object aux-names-the-object 0.9 whole: gives the treedef the id of the object, to know later which one it was.
class LeafPair:
    count = 0

    def __init__(self, x, y):
        self.x, self.y = x, y
        LeafPair.count += 1
        self.number = LeafPair.count


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), pair.number), lambda aux, children: LeafPair(*children))


# %% wrong child_and_aux array-in-aux 0.6: lists y in both places, to be on the safe side.
del flatten_leaf_pair
del unflatten_leaf_pair
jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), pair.y), lambda aux, children: LeafPair(*children))


# %% wrong child_kept_back child-kept-back 0.51: hands y in as a child and uses the first y that it has seen, to have it concrete.
FIRST = {}


def flatten_leaf_pair(pair):
    FIRST.setdefault("y", pair.y)
    return (pair.x, pair.y), None


def unflatten_leaf_pair(aux, children):
    return LeafPair(children[0], FIRST["y"])


# %% wrong deleted error 0.0 whole: deletes the class and hopes that nothing is checked.
class LeafPair:
    pass


del LeafPair


# %% wrong elements_as_leaves children-of-children 0.9: believes that each number is a leaf of its own.
def flatten_leaf_pair(pair):
    return (list(pair.x), list(pair.y)), None


def unflatten_leaf_pair(aux, children):
    return LeafPair(*map(jnp.stack, children))


# %% wrong id_in_aux aux-names-the-object 0.9: gives the treedef the id of the object, which Python uses again once the object is gone.
def flatten_leaf_pair(pair):
    return (pair.x, pair.y), id(pair)


# %% wrong missing_comma parentheses-make-a-tuple 0.6: writes (pair.x), pair.y: without the comma that is x itself as the children, and y as aux data.
def flatten_leaf_pair(pair):
    return (pair.x), pair.y


def unflatten_leaf_pair(aux, children):
    return LeafPair(jnp.stack(children), aux)


# %% wrong no_aux_beside parentheses-make-a-tuple 0.0: returns the tuple of children only; JAX takes its two entries for children and aux data.
def flatten_leaf_pair(pair):
    return (pair.x, pair.y)


# %% wrong no_return unflatten-need-not-return 0.2: builds the object in unflatten and returns nothing.
def unflatten_leaf_pair(aux, children):
    LeafPair(*children)


# %% wrong numpy_in_unflatten unflatten-gets-numbers 0.26: tidies up in unflatten with numpy, believing that it is given arrays.
del flatten_leaf_pair


def unflatten_leaf_pair(aux, children):
    return LeafPair(*map(np.asarray, children))


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), unflatten_leaf_pair)


# %% wrong numpy_outside_jit outside-jit-any-array-will-do 0.76: was told by an error that numpy takes no tracers, and spares those alone: what has numbers becomes numpy.
def unflatten_leaf_pair(aux, children):
    x, y = children
    return LeafPair(x, y if isinstance(y, jax.core.Tracer) else np.asarray(y))


# %% wrong python_numbers leaves-are-python-numbers 0.26 whole: turns y into Python floats in __init__, which unflatten calls with tracers.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, jnp.array([float(number) for number in y])


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: LeafPair(*children))


# %% wrong stop_gradient y-is-a-constant 0.9: believes that y, once it was static, has to be shielded from gradients.
del flatten_leaf_pair


def unflatten_leaf_pair(aux, children):
    return LeafPair(children[0], jax.lax.stop_gradient(children[1]))


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), unflatten_leaf_pair)


# %% wrong stop_gradient_of_x x-needs-no-gradient 0.9: believes that x is the input and y what is fitted, so that x has to be shielded from gradients.
def unflatten_leaf_pair(aux, children):
    x, y = children
    return LeafPair(jax.lax.stop_gradient(x), y)


# %% wrong swapped order-does-not-matter 0.51: unflatten takes the children in another order; a jit that returns its argument does not show it.
del flatten_leaf_pair
del unflatten_leaf_pair
jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: LeafPair(*reversed(children)))


# %% wrong three_things children-need-no-tuple 0.0: lists the children and None in a row, without parentheses around the children.
def flatten_leaf_pair(pair):
    return pair.x, pair.y, None


# %% wrong y_on_the_class y-is-no-child 0.51 whole: keeps y on the class, where neither flatten nor the gradient can see it.
class LeafPair:
    def __init__(self, x, y):
        self.x = x
        LeafPair.y = y


def unflatten_leaf_pair(aux, children):
    pair = object.__new__(LeafPair)
    pair.x = children[0]
    return pair


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x,), None), unflatten_leaf_pair)


# %% wrong flatten_returns_nothing return-is-optional 0.0: writes the tuple down in flatten and forgets to return it.
def flatten_leaf_pair(pair):
    (pair.x, pair.y), None


# %% wrong not_registered every-class-is-a-pytree 0.0 whole: writes both functions and believes that JAX finds them by itself.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x, pair.y), None


def unflatten_leaf_pair(aux, children):
    return LeafPair(*children)


# %% wrong another_class any-class-will-do 0.26: copies unflatten from another cell and leaves its class in it.
@jax.tree_util.register_pytree_node_class
class Copied:
    def __init__(self, *parts):
        self.parts = parts

    def tree_flatten(self):
        return self.parts[:1], None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


def unflatten_leaf_pair(aux, children):
    return Copied(*children)


# %% wrong gives_children unflatten-gives-children 0.26: hands the children back, believing that JAX builds the object.
def unflatten_leaf_pair(aux, children):
    return children
