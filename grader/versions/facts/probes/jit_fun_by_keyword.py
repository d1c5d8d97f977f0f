"""`jax.jit(fun=f)`, the function given by its keyword.

symptom: TypeError in code that names all arguments
portable: jax.jit(f)
"""
import jax


def observe():
    jax.jit(fun=lambda n: n + 1)(1)
    return "works"
