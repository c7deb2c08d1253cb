"""What a rule is given beside the analyses: libcst's tree, and astroid's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import astroid
import pytest
from astroid import nodes

from cgr_audit.analysis.facts import Facts
from cgr_audit.audit.rule import Context
from cgr_audit.source.contract import load_contract
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.positions import Positions
from cgr_audit.source.program import Program
from cgr_audit.source.unwrap import PLAIN

CGR = load_contract("cgr")
PROGRAMS = sorted((Path(__file__).parent.parent.parent / "corpus" / "demo" / "programs").rglob("*.py"))


def context_of(text: str) -> Context:
    trees = parse(text)
    assert isinstance(trees, Trees)
    program = Program("p.py", "p.py", text.encode())
    return Context(program, None, PLAIN, trees, Positions(text, text), CGR, Facts(trees.tree, CGR))  # type: ignore[arg-type]


def test_libcst_gives_back_the_text() -> None:
    text = "x = 1   # a comment\n"
    module = context_of(text).module
    assert module is not None
    assert module.code == text


def test_astroid_infers_what_a_name_stands_for() -> None:
    tree = context_of("class Letters:\n    best = 'B'\nanswer = Letters().best\n").astroid
    assert tree is not None
    assert [found.as_string() for found in tree["answer"].infer()] == ["'B'"]


def test_a_program_that_astroid_cannot_read_gives_none() -> None:
    assert context_of("def f():\n    return '\\ud800'\n" + "x = " + "+".join("1" * 900)).astroid is None


@pytest.mark.parametrize("path", PROGRAMS[::4], ids=lambda path: path.stem)
def test_constants_are_those_that_astroid_infers(path: Path) -> None:
    """An independent computation: names and attributes, for which astroid knows one constant."""
    text = path.read_text("utf-8", "replace")
    if not isinstance(parse(text), Trees):
        pytest.skip("does not parse")
    context = context_of(text)
    tree = context.astroid
    assert tree is not None
    inferred = {place: value for place, value in _inferred(tree) if value is not astroid.Uninferable}
    for node in ast.walk(context.tree):
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        constant = context.facts.constants.fold(node)
        place = (node.lineno, node.col_offset)
        if constant is not None and place in inferred and "join" not in text:
            assert constant.value == inferred[place], ast.unparse(node)


def _inferred(tree: nodes.Module) -> Iterator[tuple[tuple[int, int], object]]:
    for node in tree.nodes_of_class((nodes.Name, nodes.Attribute)):
        try:
            found = list(node.infer())
        except astroid.InferenceError:
            continue
        if len(found) == 1 and isinstance(found[0], nodes.Const):
            assert node.lineno is not None
            assert node.col_offset is not None
            yield (node.lineno, node.col_offset), found[0].value
