"""Spans, compared with those that libcst's own metadata gives, over generated and real programs."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import libcst
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from libcst.metadata import MetadataWrapper, PositionProvider

from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.positions import Positions, Span
from cgr_audit.source.unwrap import unwrap


def spans_by_libcst(module: libcst.Module) -> set[tuple[str, Span]]:
    """Every name, number and simple string with its span, from the metadata of the tree of record."""
    found = set()
    for node, place in MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider).items():
        if isinstance(node, libcst.Name | libcst.Integer):
            span = Span(place.start.line, place.start.column + 1, place.end.line, place.end.column + 1)
            found.add((node.value, span))
    return found


def spans_by_ast(text: str, trees: Trees) -> set[tuple[str, Span]]:
    positions = Positions(text, text)
    found = set()
    for node in ast.walk(trees.tree):
        if isinstance(node, ast.Name):
            span = positions.of(node)
            found.add((positions.text(span), span))
    return found


def check(text: str) -> int:
    """How many names were compared."""
    trees = parse(text)
    assert isinstance(trees, Trees)
    ours, theirs = spans_by_ast(text, trees), spans_by_libcst(trees.module)
    assert ours <= theirs
    return len(ours)


NAMES = st.sampled_from(["a", "é", "名", "𝐱", "long_name", "ß"])
SPACES = st.sampled_from(["", " ", "  ", "\t"])
ATOMS = st.one_of(
    NAMES,
    st.sampled_from(["'ü'", "'𝐱' 'b'", "'''é\nü'''", "1", "(\n\té\n)", "f'{é}𝐱{a!r:>{名}}'", "[é, (a), {名: ß}]"]),
)
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, SPACES, st.sampled_from(["+", "<", "=="]), SPACES, inner).map("".join),
        st.tuples(NAMES, st.just("("), inner, st.just(","), SPACES, inner, st.just(")")).map("".join),
        st.tuples(
            st.just("("), inner, st.just("\\\n" + "\t"), st.just(" if "), inner, st.just(" else "), inner, st.just(")")
        ).map("".join),
    ),
    max_leaves=6,
)
LINES = st.one_of(
    st.tuples(NAMES, SPACES, st.just("="), SPACES, EXPRESSIONS).map("".join),
    st.tuples(st.just("if "), EXPRESSIONS, st.just(":"), st.sampled_from([" ", "\n\t", "\n    "]), EXPRESSIONS).map(
        "".join
    ),
    st.tuples(st.just("def "), NAMES, st.just("("), NAMES, st.just("):\n\t'é'; "), EXPRESSIONS).map("".join),
    st.sampled_from(["# é 名", "\f", "", "x = 1; é = 2"]),
)


@settings(deadline=None)
@given(st.lists(LINES, max_size=6), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_spans_of_generated_programs_are_libcsts(lines: list[str], newline: str, ends: bool) -> None:
    text = "\n".join(lines) + ("\n" if ends else "")
    text = text.replace("\n", newline)
    if isinstance(parse(text), Trees):
        check(text)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("é = x\n", ["1:1-1:2", "1:5-1:6"]),
        ("if a:\n\té = 'ü' + b\r\n", ["1:4-1:5", "2:2-2:3", "2:12-2:13"]),
        ("\fa = b\n", ["1:2-1:3", "1:6-1:7"]),
        ("a = (\n  '𝐱', b)\n", ["1:1-1:2", "2:8-2:9"]),
        ("a = '''é\nü''' + b\n", ["1:1-1:2", "2:8-2:9"]),
        ("a = 1\rb = a\n", ["1:1-1:2", "2:1-2:2", "2:5-2:6"]),
        ("f'é{a}ü{b}'\n", ["1:5-1:6", "1:9-1:10"]),
        ("x = 'a\x0bb\x1c\u2028' + y\n", ["1:1-1:2", "1:15-1:16"]),
    ],
)
def test_columns_count_code_points_and_lines_end_only_where_pythons_do(text: str, spans: list[str]) -> None:
    trees = parse(text)
    assert isinstance(trees, Trees)
    assert [str(span) for span in sorted(span for _, span in spans_by_ast(text, trees))] == spans


def test_spans_of_a_program_taken_out_stand_in_the_original() -> None:
    text = "Hello there, you.\n\n    ```python\n    if é:\n        ü = 'x' + b\n    ```\n"
    sole = unwrap(text, lambda piece: isinstance(parse(piece), Trees)).sole
    assert sole is not None
    trees = parse(sole.text)
    assert isinstance(trees, Trees)
    positions = Positions(text, sole.text, sole.first_line, sole.indent)
    found = {
        positions.text(positions.of(node)): str(positions.of(node))
        for node in ast.walk(trees.tree)
        if isinstance(node, ast.Name)
    }
    assert found == {"é": "4:8-4:9", "ü": "5:9-5:10", "b": "5:19-5:20"}
    assert str(positions.at(1, 1, 2)) == "4:5-4:7"


@pytest.mark.parametrize(("name", "step"), [("reflexion", 40), ("adas", 6), ("pot", 200), ("cruxeval", 16)])
def test_spans_of_real_programs_are_libcsts(data_folder: Path, name: str, step: int) -> None:
    rows = (data_folder / name / "programs.jsonl").read_text("utf-8").splitlines()[::step]
    texts = [json.loads(row)["source"] for row in rows]
    parsed = [text for text in texts if isinstance(parse(text), Trees)]
    assert len(parsed) > 20
    assert sum(check(text) for text in parsed) > 200


@pytest.mark.parametrize("name", ["reflexion", "adas", "pot"])
def test_spans_of_real_programs_with_tabs_or_beyond_ascii_are_libcsts(data_folder: Path, name: str) -> None:
    rows = (data_folder / name / "programs.jsonl").read_text("utf-8").splitlines()
    texts = [json.loads(row)["source"] for row in rows]
    chosen = [text for text in texts if not text.isascii() or "\r" in text or "\f" in text][:40]
    chosen += [text for text in texts if "\t" in text][:20]
    compared = sum(check(text) for text in chosen if isinstance(parse(text), Trees))
    assert compared > 20
