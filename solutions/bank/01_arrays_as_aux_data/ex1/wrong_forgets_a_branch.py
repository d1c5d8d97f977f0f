# belief: another-word
# score: 0.7
# why: returns from one branch only; Python gives None from the other.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "jnp":
        return "traced" if inside_jit else "jax"
