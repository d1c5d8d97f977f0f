"""hash(x) of a traced x.

symptom: TypeError where a traced value is used as the key of a dict or in a set
portable: id(x)
"""
import jax


def observe():
    seen = []
    jax.jit(lambda x: seen.append("a number" if isinstance(hash(x), int) else "something else") or x)(1.0)
    return seen[0]
