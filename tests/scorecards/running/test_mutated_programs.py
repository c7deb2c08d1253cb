"""Functions of CruxEval, made to fail in known ways: nothing that is wrong passes, and nothing that is right fails."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.runner import Failure, TestCase, Tested, TestResult
from tests.scorecards.running.tested_programs import run_tests

QUICK = Limits(fuel=3 * 10**9, memory=128 << 20)
EVERY = 67
"""One of so many functions is taken: a dozen."""

WRONG = "('wrong', _original(*positional, **named))"
"""A value that is none of the right ones."""
SYNTAX, SEMANTIC, TIMEOUT, RUNTIME = (
    Failure.SYNTAX_ERROR, Failure.SEMANTIC_ERROR, Failure.TIMEOUT, Failure.RUNTIME_ERROR,
)  # fmt: skip


def function(*lines: str) -> str:
    """What is put behind a program: ``f`` again, with the first one as ``_original``."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"\n\n_original = f\n\n\ndef f(*positional, **named):\n{body}"


def letting(returned: str) -> str:
    """Returns an object, or a value that holds one, on which every operation says yes."""
    yes = "__eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = lambda *values: True"
    self = "__add__ = __radd__ = __sub__ = __rsub__ = __abs__ = __round__ = __getitem__ = lambda self, *values: self"
    rest = "__hash__ = lambda self: 0\n    __iter__ = lambda self: iter([Yes()])\n    __len__ = lambda self: 1"
    return f"\n\nclass Yes:\n    {yes}\n    {self}\n    {rest}\n" + function(f"return {returned}")


def returning_liar(base: str) -> str:
    """Returns an object that says that it equals everything, and holds what is wrong."""
    liar = (
        f"\n\nclass Liar({base}):\n"
        "    __hash__ = object.__hash__\n"
        "    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n"
        "    def __bool__(self): return True\n"
        "    def __repr__(self): return 'Liar'\n"
    )
    return liar + function("return Liar()" if base == "object" else "return Liar([('wrong', 1)])")


RIGHT = {
    "as it is": "",
    "called by another function": function("return _original(*positional, **named)"),
    "prints on its way": function("print('PASSED', 1 / 3)", "return _original(*positional, **named)"),
    "catches its own assertion": function(
        "try: assert False", "except AssertionError: return _original(*positional, **named)"
    ),
    "ends as a script would": "\n\nif __name__ == '__main__':\n    f()\n",
}
WRONG_ONES: dict[str, tuple[str, frozenset[Failure]]] = {
    name: (added, frozenset(failures))
    for name, added, *failures in (
        ("a wrong value", function(f"return {WRONG}"), SEMANTIC),
        ("no value", function("_original(*positional, **named)"), SEMANTIC),
        ("the text of the value", function("return '\\0' + repr(_original(*positional, **named))"), SEMANTIC),
        ("a generator", function("yield _original(*positional, **named)"), SEMANTIC),
        ("raises", function("raise ValueError('no')"), RUNTIME),
        ("raises an assertion", function("raise AssertionError"), RUNTIME),
        ("an endless loop", function("while True: pass"), TIMEOUT),
        ("an endless loop on load", "\n\nwhile True: pass\n", TIMEOUT),
        ("exit(0)", function("exit(0)"), RUNTIME),
        ("sys.exit on load", "\n\nimport sys\nsys.exit(0)\n", RUNTIME),
        ("prints and ends the process", function("import os", "print('PASSED', flush=True)", "os._exit(0)"), RUNTIME),
        ("ends the process on load", "\n\nimport os\nprint('PASSED', flush=True)\nos._exit(0)\n", RUNTIME),
        ("an object that equals everything", returning_liar("object"), SEMANTIC),
        ("a list that equals everything", returning_liar("list"), SEMANTIC),
        ("a dictionary that equals everything", returning_liar("dict"), SEMANTIC),
        ("an object that lets everything be true", letting("Yes()"), SEMANTIC, RUNTIME),
        ("a list of what lets everything be true", letting("[Yes()]"), SEMANTIC, RUNTIME),
        ("a dictionary of what lets everything be true", letting("{Yes(): Yes()}"), SEMANTIC, RUNTIME),
        (
            "other builtins",
            "\n\nimport builtins\nbuiltins.all = builtins.any = builtins.isinstance = lambda *a: True\n"
            "builtins.AssertionError = ValueError\nbuiltins.repr = lambda value: 'right'\n"
            + function(f"return {WRONG}"),
            SEMANTIC, RUNTIME,
        ),
        (
            "an assertion that is caught by a hook",
            "\n\nimport sys\nsys.excepthook = lambda *a: None\nsys.settrace(lambda *a: None)\n"
            + function(f"return {WRONG}"),
            SEMANTIC, RUNTIME,
        ),
        (
            "reads the tests by way of frames",
            function(
                "import sys",
                "step = sys._getframe()",
                "while step is not None:",
                "    for value in [*step.f_code.co_consts, *step.f_locals.values(), *step.f_globals.values()]:",
                "        if isinstance(value, (str, bytes)) and 'assert' in str(value): return value",
                "    step = step.f_back",
                f"return {WRONG}",
            ),
            SEMANTIC, RUNTIME,
        ),
        (
            "reads files for the tests",
            function("import glob", "return [open(name).read() for name in glob.glob('/**', recursive=True)]"),
            SEMANTIC, RUNTIME,
        ),
        ("broken", "\n\ndef g(:\n", SYNTAX),
        ("broken indentation", "\n\ndef g():\nreturn 1\n", SYNTAX),
        ("a memory bomb", function("held = [0]", "while True: held = held * 2"), RUNTIME),
        ("one large request for memory", function("return [0] * (1 << 40)"), RUNTIME),
        ("deep recursion", function("return f(*positional, **named)"), RUNTIME),
        ("a huge value", function("return 'x' * (1 << 22)"), SEMANTIC),
        ("a value that contains itself", function("held = []", "held.append(held)", "return held"), SEMANTIC, RUNTIME),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """A function, an input and the true output."""

    source: str
    given: str
    output: str

    def tests(self) -> Iterator[str | tuple[TestCase, ...]]:
        """The same test in every form that tests have."""
        yield (TestCase(self.given, self.output),)
        yield f"assert f({self.given}) == {self.output}"
        yield f"def check(candidate):\n    assert candidate({self.given}) == {self.output}\n"
        yield f"def test_f():\n    assert f({self.given}) == {self.output}, 'wrong'\n"
        yield f"assert [f({self.given})] == [{self.output}]"
        yield f"assert (f({self.given}), 1) == ({self.output}, 1)"
        yield f"assert {{'k': f({self.given})}} == {{'k': {self.output}}}"
        yield f"assert f({self.given}) in ({self.output}, 'another')"
        yield f"for i in range(2):\n    assert f({self.given}) == {self.output}"
        yield f"assert [f({self.given}) for _ in range(2)] == [{self.output}, {self.output}]"
        yield f"import math\nresult = f({self.given})\nassert math.pi > 3\nassert result == {self.output}"


@pytest.fixture(scope="module")
def problems(data_folder: Path) -> list[Problem]:
    lines = (data_folder / "cruxeval" / "programs.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines[::EVERY]]
    assert all(ast.literal_eval(row["output"]) is not None for row in rows)
    return [Problem(row["source"], row["input"], row["output"]) for row in rows]


def judged(problems: list[Problem], added: str) -> list[TestResult]:
    tested = [Tested(one.source + added, tests, "f") for one in problems for tests in one.tests()]
    return run_tests(tested, jobs=2, limits=QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_passes_however_it_is_tested(name: str, problems: list[Problem]) -> None:
    judgements = judged(problems, RIGHT[name])
    assert [one.reason for one in judgements] == [None] * len(judgements)
    assert all(one.passed for one in judgements)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG_ONES)
def test_what_is_wrong_fails_in_the_way_that_is_known(name: str, problems: list[Problem]) -> None:
    added, failures = WRONG_ONES[name]
    judgements = judged(problems, added)
    assert [one.reason for one in judgements if one.passed or one.unknown] == []
    assert {one.failure for one in judgements} <= failures, {one.failure: one.reason for one in judgements}
