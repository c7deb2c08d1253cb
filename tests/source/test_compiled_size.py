"""What a compiler would make far too much of is refused before one sees it; what only looks so is not."""

from __future__ import annotations

import libcst
import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.concrete import concrete_tree
from cgr_audit.source.contract import load_contract
from cgr_audit.source.parse import ParseFailure, Trees, parse
from cgr_audit.source.program import Program


def nested(depth: int) -> str:
    """``finally`` blocks in each other."""
    blocks = "".join(f"{' ' * level}try:\n{' ' * level} pass\n{' ' * level}finally:\n" for level in range(depth))
    return blocks + " " * depth + "x = 1\n"


def sequence(names: int) -> str:
    return "match o:\n    case [" + ", ".join(f"a{n}" for n in range(names)) + "]:\n        pass\n"


def left_often(times: int, last: int) -> str:
    """A ``finally`` of many statements whose ``try`` is left by many ``return``s."""
    returns = "".join(f"        if x == {n}:\n            return\n" for n in range(times))
    return f"def f(x):\n    try:\n{returns}    finally:\n" + "        x = 1\n" * last


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (nested(60), 133, "too much to compile: finally blocks that multiply"),
        (sequence(5_000), 1, "too much to compile: too many names in one pattern"),
        (left_often(1_000, 1_000), 2, "too much to compile: finally blocks that multiply"),
        ("type T = int\n" + nested(60), 134, "too much to compile: finally blocks that multiply"),
        ("x = (lambda q: q)(x)\n" * 6_000, 5_001, "too much to compile: too many functions"),
        ("x = [x for x in x]\n" * 6_000, 5_001, "too much to compile: too many functions"),
    ],
    ids=["nested", "pattern", "returns", "newer syntax", "lambdas", "comprehensions"],
)
def test_what_multiplies_is_refused(text: str, line: int, message: str) -> None:
    failure = parse(text, lambda _data: None)
    assert isinstance(failure, ParseFailure)
    assert (failure.message, failure.line, failure.by_compiler) == (message, line, True)


@pytest.mark.parametrize(
    "text", [nested(10), sequence(500), left_often(100, 100), "try:\n    pass\nfinally:\n" + "    x = 1\n" * 40_000]
)
def test_what_a_compiler_manages_is_a_program(text: str) -> None:
    assert isinstance(parse(text), Trees)


@pytest.mark.parametrize("text", [nested(60), sequence(5_000), "x = (lambda q: q)(x)\n" * 6_000])
def test_no_program_is_looked_for_in_what_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unwrap(_text: str, _parses: object) -> None:
        raise AssertionError

    monkeypatch.setattr("cgr_audit.audit.engine.unwrap", unwrap)
    audit = audit_program(Program("p", "p.py", text.encode()), load_contract("cgr"), load_registry().rules)
    assert [(found.code, found.message.split(":")[1]) for found in audit.findings] == [
        ("CGR001", " too much to compile")
    ]


def test_libcst_is_given_no_program_of_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libcst, "parse_module", lambda _text: libcst.Module([]))
    assert isinstance(concrete_tree("x = f(x)\n" * 10_000), libcst.Module)
    assert concrete_tree("x = f(x)\n" * 20_000) == "is too large"
