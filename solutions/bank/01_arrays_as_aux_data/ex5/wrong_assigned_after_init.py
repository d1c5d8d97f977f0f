# belief: assigned-after-init
# score: 0.23
# why: converts y when it is first read, and a Pytree is frozen by then.
class SimplePair(simple_pytree.Pytree):
    kept = simple_pytree.static_field()
    ready = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.kept, self.ready = x, tuple(np.asarray(list(y)).tolist()), False

    @property
    def numbers(self):
        if not self.ready:
            self.kept, self.ready = tuple(int(number) for number in self.kept), True
        return self.kept

    y = numbers
