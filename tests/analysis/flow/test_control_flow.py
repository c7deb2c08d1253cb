"""Control flow: where a path through a function ends without a value."""

from __future__ import annotations

import ast
import textwrap

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("cgr")


def endings(body: str, before: str = "") -> list[int]:
    """The lines of a function's body, counted from 1, where a path ends without a value."""
    head = textwrap.dedent(before)
    source = head + "def solve(q, r, xs):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    facts = Facts(ast.parse(source), CONTRACT)
    assert facts.entry is not None
    offset = facts.entry.node.lineno
    return [node.lineno - offset for node in facts.control_flow.graph(facts.entry.node).endings()]  # type: ignore[attr-defined]


COMPLETE = (
    "return 1",
    "if q:\n    return 1\nelse:\n    return 2",
    "if q:\n    return 1\nraise ValueError(q)",
    "if q:\n    return 1\nassert False, q",
    "if q > 1:\n    return 1\nelif not q > 1:\n    return 2",
    "if q == r:\n    return 1\nelif q != r:\n    return 2",
    "while True:\n    if q():\n        return 1",
    "while 1:\n    try:\n        return q()\n    except ValueError:\n        continue",
    "while True:\n    if q():\n        break\nreturn 1",
    "for _ in range(3):\n    return q()",
    "for x in [1, 2]:\n    return x",
    "for n in range(3):\n    try:\n        return q()\n    except Exception:\n        if n == 2:\n            raise",
    "for n in range(5):\n    if q(n):\n        return n\n    elif n >= 4:\n        return 0",
    "for x in xs:\n    if x:\n        break\nelse:\n    return 0\nreturn x",
    "try:\n    return q()\nexcept ValueError:\n    raise",
    "try:\n    return q()\nfinally:\n    print(r)",
    "try:\n    q()\nfinally:\n    return 1",
    "try:\n    return 1\nexcept Exception:\n    pass",
    "try:\n    raise ValueError(q)\nexcept KeyError:\n    pass",
    "try:\n    raise KeyError(q)\nexcept LookupError:\n    return 1",
    "with open(q) as f:\n    return f.read()",
    "match q:\n    case 1:\n        return 1\n    case other:\n        return other",
    "match q:\n    case 1 | 2:\n        return 1\n    case _:\n        raise ValueError(q)",
    "def inner():\n    pass\nreturn inner",
    "return [x for x in xs]",
    "if q:\n    exit(1)\nreturn 2",
)
INCOMPLETE = (
    ("pass", [1]),
    ("return", [1]),
    ("x = 1", [1]),
    ("if q:\n    return 1", [1]),
    ("if q:\n    return 1\nelif r:\n    return 2", [3]),
    ("if q < r:\n    return 1\nelif q == r:\n    return 2\nelif q > r:\n    return 3", [5]),
    ("if q:\n    return 1\nprint(q)", [3]),
    ("while q:\n    return 1", [1]),
    ("while True:\n    if q():\n        break", [3]),
    ("for x in xs:\n    return x", [1]),
    ("for x in xs:\n    if x:\n        return x\nelse:\n    print(q)", [5]),
    ("for n in range(3):\n    if q(n):\n        return n", [1]),
    (
        (
            "for n in range(3):\n    try:\n        return q()\n    except Exception:\n        if n == 1:\n"
            "            raise"
        ),
        [1],
    ),
    ("for n in range(0):\n    return n", [1]),
    ("try:\n    return q()\nexcept ValueError:\n    pass", [4]),
    ("try:\n    return q()\nexcept ValueError as e:\n    print(e)", [4]),
    ("try:\n    x = q()\nexcept ValueError:\n    return 1\nelse:\n    r(x)", [6]),
    ("try:\n    q()\nexcept ValueError:\n    return 1\nfinally:\n    r()", [6]),
    ("match q:\n    case 1:\n        return 1", [1]),
    ("match q:\n    case 1:\n        return 1\n    case _ if r:\n        return 2", [1]),
    ("match q:\n    case 1:\n        pass\n    case _:\n        return 2", [3]),
    ("if q:\n    return\nreturn 1", [2]),
    ("if q:\n    return\nif r:\n    return 1", [2, 3]),
    ("try:\n    raise ValueError(q)\nexcept Exception:\n    pass", [4]),
)


@pytest.mark.parametrize("body", COMPLETE)
def test_every_path_gives_a_value_or_raises(body: str) -> None:
    assert endings(body) == []


@pytest.mark.parametrize(("body", "lines"), INCOMPLETE)
def test_a_path_ends_without_a_value(body: str, lines: list[int]) -> None:
    assert endings(body) == lines


def test_a_context_manager_that_swallows_lets_control_fall_through() -> None:
    body = "with suppress(ValueError):\n    return q()"
    assert endings(body, "from contextlib import suppress\n") == [1]
    assert endings(body, "from elsewhere import suppress\n") == []


def test_a_context_manager_of_the_program_may_swallow() -> None:
    swallowing = "class Quiet:\n    def __exit__(self, *args):\n        return True\n"
    assert endings("with Quiet():\n    return q()", swallowing) == [1]
    assert endings("with Quiet():\n    return q()", swallowing.replace("True", "None")) == []


def test_a_function_that_always_raises_does_not_come_back() -> None:
    fail = "def fail(q):\n    log(q)\n    raise ValueError(q)\n"
    assert endings("if q:\n    return 1\nfail(q)", fail) == []
    assert endings("if q:\n    return 1\nfail(q)", fail.replace("raise", "return")) == [3]


def test_a_generator_is_told_apart() -> None:
    facts = Facts(ast.parse("def solve(q):\n    yield q\ndef g():\n    return lambda: (yield)\n"), CONTRACT)
    first, second = facts.tree.body
    assert isinstance(first, ast.FunctionDef)
    assert isinstance(second, ast.FunctionDef)
    assert facts.control_flow.is_generator(first)
    assert not facts.control_flow.is_generator(second)
