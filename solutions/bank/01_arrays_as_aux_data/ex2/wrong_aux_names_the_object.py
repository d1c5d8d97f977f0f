# belief: aux-names-the-object
# score: 0.9
# why: gives the treedef the id of the object, to know later which one it was.
class LeafPair:
    count = 0

    def __init__(self, x, y):
        self.x, self.y = x, y
        LeafPair.count += 1
        self.number = LeafPair.count


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), pair.number), lambda aux, children: LeafPair(*children))
