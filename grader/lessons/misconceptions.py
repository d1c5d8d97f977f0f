"""What people believe of pytrees and transformations, seen in the wild, and where the lessons catch it.

A place is "LESSON TASK BELIEF": the lesson's number, the exercise, prediction or question, the name of the belief
there.
`python -m grader lint` proves that each place exists, and that each of the seventeen is caught by a graded exercise
whose bank has a
wrong answer of that belief.
"""

MISCONCEPTIONS: dict[str, tuple[str, ...]] = {
    "aux data is traced": (
        "01 predict1 aux-is-traced",
        "01 ex1 all-is-traced-in-jit",
        "01 exit1 aux-is-traced",
        "02 recall1 aux-is-traced",
    ),
    "changed aux data is ignored": ("02 predict2 changed-aux-is-ignored", "02 ex2 changed-aux-is-ignored"),
    "aux data goes by identity": ("01 ex3 identity-of-aux", "02 ex6 aux-by-identity", "02 ex7 aux-by-identity"),
    "unhashable aux data is refused": ("01 predict2 unhashable-is-refused", "02 ex2 unhashable-is-refused"),
    "a mutation in place is seen": ("02 ex7 mutation-is-seen", "03 ex8 a-mutation-is-seen"),
    "an array in aux data is fine": (
        "01 ex3 array-in-aux",
        "01 ex4 static-makes-lawful",
        "02 ex3 array-in-aux",
        "03 ex3 array-in-aux",
    ),
    "1, True and 1.0 differ": (
        "02 predict3 one-and-true-differ",
        "02 ex2 one-and-true-differ",
        "02 ex2 int-and-float-differ",
    ),
    "NaN equals itself": ("02 ex2 nan-equals-itself", "02 exit2 nan-equals-itself"),
    "aux data computed from a traced value is fine": ("01 ex3 y-computed-in-the-trace", "02 ex5 aux-from-traced"),
    "different aux data only recompiles": (
        "02 ex4 different-aux-only-recompiles",
        "02 ex8 different-aux-only-recompiles",
    ),
    "the order in unflatten does not matter": (
        "01 ex2 order-does-not-matter",
        "01 ex7 order-does-not-matter",
        "03 ex8 order-does-not-matter",
    ),
    "__init__ runs once and on arrays": ("01 ex8 init-runs-once", "02 ex8 init-runs-once", "03 ex3 init-runs-once"),
    "a jitted method may update self": ("03 predict3 jitted-method-updates-self", "03 ex5 jitted-method-updates-self"),
    "a static self follows its attributes": ("03 ex4 static-self-follows",),
    "jitting the method again refreshes it": ("03 predict2 jit-again-refreshes", "03 ex4 jit-again-refreshes"),
    "filter_jit is jit": ("03 ex6 filter-jit-is-jit",),
    "dict order matters": ("01 recall2 dict-order-matters", "02 ex2 dict-order-matters"),
}
