class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.field(pytree_node=False)

    def __init__(self, x, y):
        self.y = tuple(map(int, y))
        self.x = x
