# belief: aux-names-the-object
# score: 0.95
# why: adds the id of the object to the aux data.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (interval.low, interval.high), (interval.unit, id(interval))


def unflatten_interval(aux, children):
    return Interval(*children, aux[0])


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)
