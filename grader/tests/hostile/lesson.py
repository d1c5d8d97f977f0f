"""A small lesson of which every row depends on the hidden inputs: a wrong answer earns nothing, whatever it is."""

from __future__ import annotations

import functools

from grader.build.notebooks import released
from grader.lessons.source import Lesson, parse

NAME = "90_hostile"
HEAD = '{{"grade": {grade}, "grade_id": "{id}", "locked": {locked}, {points}"schema_version": 3, "solution": {solution}, "task": false}}'


def answer(key: str) -> str:
    return "# %% nbgrader=" + HEAD.format(grade="false", id=key, locked="false", points="", solution="true")


def check(key: str, points: int) -> str:
    return "# %% nbgrader=" + HEAD.format(
        grade="true", id=key + "_check", locked="true", points=f'"points": {points}, ', solution="false"
    )


SOURCE = f'''# %% [markdown]
# # A lesson for hostile files

# %% tags=["setup"]
# the instruments

# %% [markdown]
# ### Prediction 1

{answer("predict1")}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A" or "B"
prediction1 = "B"
### END SOLUTION

{check("predict1", 1)}
reply("predict1", prediction1, {{
    "A": ("belief-a", "Not so."),
    "B": (None, "Yes."),
}})

# %% [markdown]
# ### Exercise 1. The sum of v, times k (easy)

{answer("ex1")}
def total(v, k):
    ### BEGIN SOLUTION
    return v.sum() * k
    ### END SOLUTION

{check("ex1", 2)}
def probe(see, x, y, k):
    see("the total", total(jnp.array(x, "int32"), k))
    see("the total under jit", jax.jit(lambda v: total(v, k))(jnp.array(y, "int32")))


check("ex1", probe, TABLE, x=[1, 2], y=[3, 5], k=3)
### BEGIN HIDDEN TESTS
def wanted(x, y, k):
    yield "the total", f"jax int32[] {{sum(x) * k}}", "wrong-total", "Add them up, then multiply."
    yield "the total under jit", f"jax int32[] {{sum(y) * k}}", "wrong-total-jit", "The same under jit, please."


def inputs(rng):
    """Hidden inputs whose numbers are found again if they leak."""
    x = [rng.randrange(100_000, 999_999) for _ in range(3)]
    return {{"x": x, "y": [value + rng.randrange(11, 99) for value in x[::-1]], "k": rng.randrange(3, 9)}}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ### Exercise 2. Twice (medium)

{answer("ex2")}
def twice(f):
    """A function that applies f two times."""
    ### BEGIN SOLUTION
    return lambda x: f(f(x))
    ### END SOLUTION

{check("ex2", 3)}
def probe(see, x, a, b):
    @count_traces
    def step(v):
        see(f"a step of {{a}} {{b}}", where(v))
        return v * a + b

    out = jax.jit(twice(step))(jnp.array(x, "int32"))
    see("the result and the traces", [look(out), step.traces])
    see("twice, of a number", twice(lambda v: v * b + a)(x[0]))


check("ex2", probe, TABLE, x=[1, 2], a=3, b=5)
### BEGIN HIDDEN TESTS
def wanted(x, a, b):
    yield "the result and the traces", [f"jax int32[{{len(x)}}] {{[(v * a + b) * a + b for v in x]}}", 2], "not-twice", "f is applied to what f gave."
    yield "twice, of a number", (x[0] * b + a) * b + a, "not-twice-number", "It must work for numbers as well."


def inputs(rng):
    """More of them."""
    return {{"x": [rng.randrange(100_000, 999_999) for _ in range(2)], "a": rng.randrange(3, 9), "b": rng.randrange(11, 30)}}


score_hidden("ex2", probe, wanted, inputs, points=3)
### END HIDDEN TESTS
'''


@functools.cache
def lesson() -> Lesson:
    return parse(NAME, SOURCE)


@functools.cache
def release():
    return released(lesson())


def give_out(patch) -> None:
    """Make this lesson the only one of the course; `patch(module, name, value)` is pytest's monkeypatch.setattr or like it."""
    from grader.batch import class_run
    from grader.build import release
    from grader.intake import collect
    from grader.notebook import identify

    for module in (release, identify, class_run, collect):
        for name, value in (("load", lambda name: lesson()), ("lesson_names", lambda: [NAME])):
            if hasattr(module, name):
                patch(module, name, value)
    release.release_of.cache_clear()
    release.fingerprints.cache_clear()
