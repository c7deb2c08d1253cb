"""Parsing: both trees, or why there are none, also where libcst and the host's compiler disagree."""

from __future__ import annotations

import ast
import sys

import libcst
import pytest

from cgr_audit.source.parse import CompileError, ParseFailure, Trees, parse


def refused(text: str) -> ParseFailure:
    failure = parse(text)
    assert isinstance(failure, ParseFailure)
    return failure


def test_a_program_has_both_trees() -> None:
    trees = parse("def f(a):\n    return a\n")
    assert isinstance(trees, Trees)
    assert trees.module is not None
    assert trees.module.code == "def f(a):\n    return a\n"
    assert isinstance(trees.tree.body[0], ast.FunctionDef)


def test_what_stands_in_an_f_string_stands_there_on_every_host() -> None:
    trees = parse("x = 'é'\nf'{x!r}'")
    assert isinstance(trees, Trees)
    (name,) = [node for node in ast.walk(trees.tree.body[1]) if isinstance(node, ast.Name)]
    assert (name.lineno, name.col_offset, name.end_lineno, name.end_col_offset) == (2, 3, 2, 4)


@pytest.mark.parametrize("text", ["a\nb = 'b' b'b'", "a\nb = f'{c}' b'b'"])
def test_bytes_and_text_in_a_row_are_refused_on_their_line(text: str) -> None:
    failure = refused(text)
    assert failure.line == 2
    assert "bytes" in failure.message


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("def f():\n  return a\n\\\nb()\n", ast.Expr),
        ("if a:\n  b\n\f  c\n", ast.If),
        ("f'{a}'\nif b:\n\f  c\n", ast.If),
        ("(a): int", ast.AnnAssign),
    ],
    ids=["backslash line", "form feed in an indentation", "and an f-string", "annotated name in parentheses"],
)
def test_what_the_host_compiles_is_a_program_though_libcst_reads_it_otherwise_or_not_at_all(
    text: str, last: type[ast.stmt]
) -> None:
    trees = parse(text)
    assert isinstance(trees, Trees)
    assert isinstance(trees.tree.body[-1], last)


def test_what_libcst_does_not_read_has_no_tree_of_blanks_and_comments() -> None:
    trees = parse("(a): int\n")
    assert isinstance(trees, Trees)
    assert trees.module is None


def test_libcst_is_not_asked_where_the_hosts_tree_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libcst, "parse_module", None)
    assert isinstance(parse("def f(a):\n    return a\n"), Trees)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this host reads t-strings")
def test_what_only_the_sandbox_compiles_is_read_if_it_says_so() -> None:
    asked: list[bytes] = []

    def accepts(source: bytes) -> CompileError | None:
        asked.append(source)
        return None

    trees = parse("t'é{x}'", accepts)
    assert isinstance(trees, Trees)
    assert asked == ["t'é{x}'".encode()]
    assert [type(node).__name__ for node in ast.walk(trees.tree)].count("TemplateStr") == 1


def test_what_no_compiler_accepts_is_refused_by_the_compiler() -> None:
    failure = refused("a\nreturn b")
    assert failure == ParseFailure("'return' outside function", 2, 1, True)


@pytest.mark.parametrize("annotation", ["(y := 1)", "(yield)", "(await z)"])
@pytest.mark.parametrize("text", ["async def f(x: {}): ...\n", "async def f():\n    x: {} = 1\n"])
def test_an_annotation_is_refused_on_every_host_for_what_the_newest_refuses_in_it(annotation: str, text: str) -> None:
    failure = parse(text.format(annotation))
    assert isinstance(failure, ParseFailure)
    assert "within an annotation" in failure.message
