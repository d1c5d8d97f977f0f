# belief: static-makes-lawful
# score: 0.4
# why: believes that static_field is all that it takes; nothing warns.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, np.asarray(y)
