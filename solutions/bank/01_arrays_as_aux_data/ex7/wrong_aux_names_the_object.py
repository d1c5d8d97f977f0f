# belief: aux-names-the-object
# score: 0.9
# why: wraps the unit in an object without __eq__.
class Unit:
    def __init__(self, name):
        self.name = name


class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.aux = low, high, unit if isinstance(unit, Unit) else Unit(unit)

    unit = property(lambda self: self.aux.name)


jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.low, interval.high), interval.aux), lambda aux, children: Interval(*children, aux))
