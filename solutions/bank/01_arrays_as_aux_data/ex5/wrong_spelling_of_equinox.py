# belief: assigned-means-static
# score: 0.72
# why: takes the metadata that equinox understands; simple_pytree has a word of its own.
import dataclasses


class SimplePair(simple_pytree.Pytree):
    y: tuple = dataclasses.field(metadata={"static": True})

    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)
