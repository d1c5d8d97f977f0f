# belief: numpy-takes-tracers
# score: 0.0
# why: believes that numpy computes whatever stands in jit, leaves included.
def double_repaired(pair):
    return type(pair)(np.asarray(pair.x) * 2, np.asarray(pair.y) * 2)
