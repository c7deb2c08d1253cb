"""Parsing: both trees, or why there are none, also where libcst and the host's compiler disagree."""

from __future__ import annotations

import ast
import sys

import pytest

from cgr_audit.source.parse import CompileError, ParseFailure, Trees, parse


def refused(text: str) -> ParseFailure:
    failure = parse(text)
    assert isinstance(failure, ParseFailure)
    return failure


def test_a_program_has_both_trees() -> None:
    trees = parse("def f(a):\n    return a\n")
    assert isinstance(trees, Trees)
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


def test_a_backslash_in_place_of_an_indentation_is_refused_though_the_compiler_accepts_it() -> None:
    text = "def f():\n  return a\n\\\nb()\n"
    assert isinstance(ast.parse(text).body[1], ast.Expr)
    assert refused(text) == ParseFailure("a backslash stands where the indentation begins", 4, 1, False)


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
