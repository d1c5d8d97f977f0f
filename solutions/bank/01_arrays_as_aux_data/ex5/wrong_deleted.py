# belief: error
# score: 0.0
# why: deletes the class and hopes that nothing is checked.
class SimplePair(simple_pytree.Pytree):
    pass


del SimplePair
