"""Names that are bound for good: what a check calls is among the constants of its code, and works as before."""
import builtins
import dis
import json
import math
import os
import types

import pytest

from grader import binding
from grader.lessons import instruments, load
from grader.paths import lesson_names

PROGRAM = """
import string

class Holder:
    kind = str
    def __init__(self, value: int):
        self.value = isinstance(value, (int, float)) and abs(value)

def probe(see, given, x):
    @deco
    def inner(v, scale=len):
        see(f"{type(v).__name__}", math.sqrt(v), scale([v]))
        return [str(one) for one in (v, -v)]

    max = x  # its own name, not the builtin
    if print and not given:
        see("never")
    match x:
        case int() as n:
            see("matched", n)
    try:
        given["no such"]
    except (KeyError, ValueError) as error:
        see(type(error).__name__, max, os.path.join("a", "b"), math.pi)
    return inner(x), Holder(-x).value, Holder.kind is str, string.digits, table["a"], learners(x)
"""


def loads(code):
    """The global names that a code object and those inside it look up."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from loads(constant)


def run(names, heard):
    known = {**vars(builtins), "math": math, "os": os, "deco": lambda f: f, "table": {"a": 1}, "see": lambda *said: heard.append(said)}
    code, others = binding.bind(PROGRAM, "<probe>", known)
    space = {"__builtins__": vars(builtins), "__name__": "x", "table": known["table"]} | names
    exec(code, space)
    return code, others, space


def test_a_program_with_its_names_bound_does_the_same():
    heard, plain = [], []
    _, others, space = run({"learners": lambda x: x + 1}, heard)
    assert "learners" in others and "table" in others
    ordinary = {"math": math, "os": os, "deco": lambda f: f, "table": {"a": 1}, "learners": lambda x: x + 1}
    exec(compile(PROGRAM, "plain", "exec"), ordinary)
    assert space["probe"](None, {"b": 1}, 4) == ordinary["probe"](lambda *said: plain.append(said), {"b": 1}, 4)
    assert heard == plain and len(heard) == 3


def test_nothing_that_is_put_in_its_place_is_called():
    heard = []
    _, _, space = run({"learners": lambda x: x + 1}, heard)
    space.update({name: None for name in ("math", "os", "deco", "see", "type", "len", "str", "isinstance", "abs", "print", "KeyError")})
    assert space["probe"](None, {"b": 1}, 4)[0] == ["4", "-4"] and len(heard) == 3


def test_a_replaced_attribute_of_a_module_is_not_called(monkeypatch):
    heard = []
    _, _, space = run({"learners": lambda x: x + 1}, heard)
    monkeypatch.setattr(math, "sqrt", lambda v: "a lie")
    space["probe"](None, {"b": 1}, 4)
    assert heard[-1] == ("int", 2.0, 1)


@pytest.mark.parametrize("name", [name for name in lesson_names() if load(name).exercises])
def test_the_checks_of_a_lesson_look_up_the_learners_names_alone(name):
    """A check that looked up a name of ours would find what a notebook has put there."""
    known = {"__builtins__": vars(builtins), "__name__": "instruments"}
    binding.bind_module(instruments(), "<instruments>", known, vars(builtins))
    known |= {**vars(builtins), "see": print}
    for exercise in load(name).exercises:
        if not exercise.is_prediction:
            answer = dict(known)
            exec(compile(instruments() + "\n\n" + exercise.answer, "answer", "exec"), answer)
            code, _ = binding.bind(exercise.probe, "<probe>", known)
            assert set(loads(code)) - {"__name__"} <= answer.keys() - known.keys(), exercise.id


def test_the_instruments_find_each_other_among_their_constants(capsys):
    names = {"__builtins__": dict(vars(builtins)), "__name__": "instruments"}
    binding.bind_module(instruments(), "<instruments>", names, vars(builtins))
    look, plain = names["look"], names["plain"]
    names.update({name: None for name in ("look", "where", "plain", "jax", "jnp", "np", "type", "isinstance")})
    assert look((1, "a")) == "(1, 'a')" and json.dumps(plain({"a": [1, {"b": object}]}))
    for name in ("where", "look", "plain", "observe", "count_traces"):
        assert set(loads(names[name].__code__ if names[name] else look.__code__)) <= {"ADVICE"}, name
