# dodge float-for-int: a count is a count, the check reads it as a whole number

# unreachable other-sum: the counts themselves are compared in the row before, and right counts have the right sum.

# %% right dict_of_first_calls whole: A dict remembers the call in which each key came first.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    first, gauge = {}, start
    for number, dtype_passed in enumerate(asked):
        first.setdefault((gauge, dtype_passed), number)
        gauge = dtype_passed
    return [int(number in first.values()) for number in range(len(asked))]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return [kept] == [new]


# %% right recursive whole: A recursive helper that carries the keys; gives booleans.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    def walk(now, left, keys):
        if not left:
            return []
        key = now + "/" + left[0]
        return [key not in keys] + walk(left[0], left[1:], keys | {key})

    return walk(start, asked, frozenset())


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return True if kept is new else bool(kept == new)


# %% right zip whole: All keys at once, by zip.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return new in [kept]


# %% wrong all_alike equal-to-everything 0.72 whole: Believes that aux data does not take part in the key at all.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return True


# %% wrong asks_the_hash unhashable-is-refused 0.81 whole: Uses a set, as for the keys above: a list cannot go in.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return new in {kept}


# %% wrong by_hash unhashable-is-refused 0.81 whole: Believes that a key needs a hash, as in a dict of Python.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    try:
        return hash(kept) == hash(new) and (kept is new or kept == new)
    except TypeError:
        return False


# %% wrong by_identity aux-by-identity 0.63 whole: Believes that aux data is looked up by object.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new


# %% wrong changes a-change-is-a-trace 0.89 whole: A trace for each call that changes the dtype.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    return [int(before != after) for before, after in zip([start] + asked, asked)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong constant other-counts 0.78 whole: The counts of the visible check, typed in.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    return [1, 1, 0, 1, 0, 0] if start == "x" else [0, 1, 0, 1, 0, 1]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong contents_alone list-equals-tuple 0.91 whole: Compares contents, whatever holds them.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    if isinstance(kept, (list, tuple)) and isinstance(new, (list, tuple)):
        return list(kept) == list(new)
    return kept is new or kept == new


# %% wrong cumulative running-sum 0.78 whole: Reads the counter after each call.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    keys, now, counts = set(), start, []
    for passed in asked:
        keys.add((now, passed))
        now = passed
        counts.append(len(keys))
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong dict_order dict-order-matters 0.91 whole: Believes that a dict is its keys and values in the order in which they were written.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    if isinstance(kept, dict) and isinstance(new, dict):
        return list(kept.items()) == list(new.items())
    return kept is new or kept == new


# %% wrong equality_alone equality-is-asked-first 0.91 whole: Asks == alone; the same NaN is then not found.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept == new


# %% wrong every_call aux-by-identity 0.78 whole: Each call brings a new object, so each call is traced.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    return [1 for _ in asked]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong float_is_another int-and-float-differ 0.91 whole: Knows that a bool is an int, and takes a float for something else.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or (kept == new and isinstance(kept, float) == isinstance(new, float))


# %% wrong gives_a_sum one-number-for-all 0.11 whole: Gives back the number of traces in all.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    return len(set(zip([start, *asked], asked)))


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong last_only only-the-last-trace-is-kept 0.78 whole: Believes that going back to an old dtype is compiled again.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    counts, last, now = [], None, start
    for passed in asked:
        counts.append(int((now, passed) != last))
        last, now = (now, passed), passed
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong measured counting-by-running 0.89 whole: Runs the calls and counts instead of reasoning.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    add, gauge, counts = count_traces(Gauge.add), Gauge(jnp.zeros(()), start), []
    fast = jax.jit(add, static_argnames="dtype")
    for passed in asked:
        before = add.traces
        gauge = fast(gauge, jnp.ones(3), dtype=passed)
        counts.append(add.traces - before)
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong measured_on_a_copy counting-by-running 0.89 whole: Runs the calls on a copy of the class, so that no add of Gauge is called.
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Gauge, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Gauge(*children, dtype))


class Copy:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        Copy.runs += 1
        return Copy(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Copy, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Copy(*children, dtype))


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    fast, gauge, counts = jax.jit(lambda gauge, x, dtype: gauge.add(x, dtype), static_argnames="dtype"), Copy(jnp.zeros((), "float32"), start), []
    for passed in asked:
        Copy.runs = 0
        gauge = fast(gauge, jnp.ones(3, "float32"), dtype=passed)
        counts.append(Copy.runs)
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong nan_equals_nan nan-equals-itself 0.91 whole: Believes that one NaN is like another.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept == new or (kept != kept and new != new)


# %% wrong once traced-once-for-all 0.78 whole: Compiled once, used ever after.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    return [1] + [0] * (len(asked) - 1)


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong only_the_gauge static-argument-is-ignored 0.78 whole: Only the tree type of the argument counts.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    had = [start, *asked[:-1]]
    return [int(dtype not in had[:i]) for i, dtype in enumerate(had)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong only_what_is_passed changed-aux-is-ignored 0.78 whole: One trace for each new dtype passed, as the document says.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    return [int(passed not in asked[:i]) for i, passed in enumerate(asked)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong pair_without_order pair-without-order 0.9: keeps the two dtypes of a call as a set, because it believes that only which two met counts
def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    keys, now, counts = set(), start, []
    for passed in asked:
        key = frozenset((now, passed))
        counts.append(int(key not in keys))
        keys.add(key)
        now = passed
    return counts


# %% wrong rule_without_return rule-without-answer 0.53 whole: Computes the answer and does not return it.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    kept is new or kept == new


# %% wrong second_rule_left one-rule-is-enough 0.53 whole: Writes the first rule and stops.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    raise NotImplementedError()


# %% wrong second_rule_tries_it counting-by-running 0.53: Has the second rule try it: two calls, and a look at how many traces there were.
def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [int(pair not in pairs[:i]) for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    class Held:
        def __init__(self, aux):
            self.aux = aux

    jax.tree_util.register_pytree_node(Held, lambda held: ((), held.aux), lambda aux, _: Held(aux))
    body = count_traces(lambda held: 0)
    jax.eval_shape(jax.jit(body), Held(kept)), jax.eval_shape(jax.jit(body), Held(new))
    return body.traces == 1


# %% wrong start_is_seen start-is-traced 0.78 whole: Takes the start for the first dtype that was traced.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    seen, counts = {start}, []
    for passed in asked:
        counts.append(int(passed not in seen))
        seen.add(passed)
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new


# %% wrong types_differ one-and-true-differ 0.91 whole: Believes that aux data of another type is another key.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or (type(kept) is type(new) and kept == new)
