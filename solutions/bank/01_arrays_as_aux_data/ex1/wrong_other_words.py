# belief: another-word
# score: 0.0
# why: answers in words of their own instead of those asked for.
def foretell(y_from, operation_from, inside_jit):
    return "concrete" if operation_from == "np" or not inside_jit else "tracer"
