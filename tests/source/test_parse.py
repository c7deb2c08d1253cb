"""Parsing: both trees, or why there are none, also where libcst and the host's compiler disagree."""

from __future__ import annotations

import ast
import sys

import libcst
import pytest

from cgr_audit.source.parse import Accepts, CompileError, ParseFailure, Trees, is_program, parse


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
        ("class A(b=c, *d): pass", ast.ClassDef),
    ],
    ids=[
        "backslash line",
        "form feed in an indentation",
        "and an f-string",
        "annotated name in parentheses",
        "starred base",
    ],
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


def test_the_tree_is_the_one_that_libcst_read_also_where_the_host_reads_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(ast, "parse", None)
        trees = parse("def f(a):\n    return a\n")
    assert isinstance(trees, Trees)
    assert isinstance(trees.tree.body[0], ast.FunctionDef)


def test_libcst_is_not_asked_where_the_hosts_compiler_takes_a_text_and_only_that_is_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(libcst, "parse_module", None)
    assert is_program("def f(a):\n    return a\n")
    assert not is_program("a\0b")


@pytest.mark.parametrize("accepts", [None, lambda _source: CompileError("never closed", 20_001, 5)])
def test_libcst_is_given_no_vast_text_that_every_compiler_refuses(
    accepts: Accepts | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libcst, "parse_module", None)
    failure = parse("x = 1\n" * 20_000 + "y = [", accepts)
    assert isinstance(failure, ParseFailure)
    assert (failure.line, failure.column, failure.by_compiler) == (20_001, 5, False)
    assert "never closed" in failure.message


@pytest.mark.parametrize(
    "text",
    ["x = " + "+".join(["a"] * 1_200), "f'{a}'\nimport a" + ".b" * 1_000, "f'{a}'\nx = f" + "(a)" * 600],
    ids=["for libcst", "for libcst's nodes", "for the lowering"],
)
def test_what_the_host_parses_is_a_program_though_it_is_too_deep(text: str) -> None:
    assert isinstance(parse(text), Trees)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("type X = int", "TypeAlias"),
        ("class A[T: int = bool, *Ts = *tuple[int], **P = [int]]: pass", "ParamSpec"),
        ("def f[T](x: T) -> T: return x", "TypeVar"),
        ("t'{a!r:>{b}}'", "TemplateStr"),
        ("rt'{c}'", "Interpolation"),
        ("try: a\nexcept B, C: d", "Tuple"),
        ("try: a\nexcept* B, C: d", "TryStar"),
        ("f'{a['b']}{\"\\n\".join(c)}'", "JoinedStr"),
    ],
)
def test_syntax_that_is_newer_than_some_hosts_is_read_on_every_one(text: str, kind: str) -> None:
    trees = parse(text, lambda _source: None)
    assert isinstance(trees, Trees)
    assert kind in {type(node).__name__ for node in ast.walk(trees.tree)}


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
