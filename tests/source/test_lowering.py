"""Lowering makes the tree that ``ast.parse`` makes: every construct, every position."""

from __future__ import annotations

import ast
import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import libcst
import pytest

from cgr_audit.source.lowering import LoweringError, lower_module, syntax

Outline = Callable[[ast.AST], str]

RECORDED = json.loads(Path(__file__).with_name("trees_of_3_14.json").read_text("utf-8"))
"""Trees that CPython 3.14's own ``ast.parse`` made: f-strings and what older hosts cannot read."""

EXPRESSIONS = (
    "a", "ﬁ", "(a)", "((a))", "( # why\n a\n)", "None", "True", "...", "0", "1_000", "0xfF", "0b1_0", "0o17", "00",
    "1.5", "1_0.e-3", ".5", "1e400", "2j", "1_0J", "'a'", "r'\\n'", "u'a'", "b'a'", "Rb'\\x41'", "'''a\nb'''",
    "'a\\\nb'", "'é' 'ü'", "('a'\n # why\n 'b')", "u'a' 'b'", "'a' u'b'", "b'a' b'b'", "''",
    "'\\x41\\u00e9\\U0001f600\\101\\7\\N{BULLET}\\a\\\\\\q'", "'\\é'", "'\\😀'", "b'\\xff\\377\\777\\q'", "-a", "+a",
    "~ a", "not a", "- -1", "not not a", "a + b", "a - b * c", "(a - b) * c", "a * (b - c)", "a @ b // c / d % e",
    "a ** -b ** c", "a << b >> c", "a & b | c ^ d", "a +\\\n b", "a and b and c", "a and (b and c)",
    "(a and b) and c", "a or b and c or d", "a < b", "a < (b) <= c", "(a < b) < c", "a == b != c > d >= e", "a is b",
    "a is not b", "a is  not b", "a in b", "a not  in b", "a if b else c", "a if b else c if d else e",
    "(a if b else c) if d else e", "lambda: a", "lambda x: (yield)", "lambda x, /, y=1, *z, k, l=2, **m: x",
    "lambda *, k=1: k", "lambda *a: a", "lambda x=lambda: 1: x", "(yield)", "(yield a)", "(yield a, b)",
    "(yield from a)", "(a := b)", "f(a := b)", "[a := 1, b]", "()", "(a,)", "(a, b)", "((a, b),)", "a,", "a, b",
    "(a), (b)", "(a), b,", "*a, b", "(*a, *b)", "[]", "[a]", "[a, *b,]", "{a}", "{a, *b}", "{}", "{a: b}",
    "{a: b, **c, d: e,}", "(a for b in c)", "((a for b in c))", "[a for b in c]",
    "[a for b, c in d if e if f for g in h]", "{a for b in c}", "{a: b for c, d in e}", "[(a, b) for a in b]",
    "(a for b in c for d in e if f)", "a.b", "a . b . c", "(a).b", "(a.b).c", "a[b]", "a[b, c]", "a[b,]", "a[(b, c)]",
    "a[:]", "a[b:]", "a[:c]", "a[b:c]", "a[::]", "a[b:c:d]", "a[::d]", "a[b:c, d, ::e]", "a[*b]", "a[*b, c]",
    "a[b][c](d)[e].f", "f()", "f(a)", "f(a,)", "f(a, *b, c, d=e, **g)", "f(a=1, *b, **c, d=2)", "f(a)(b)(c)",
    "f((a))", "f((a, b))", "f (a)", "(f)(a)", "f(a for b in c)", "f (a for b in c)", "f((a for b in c))",
    "f(a for b in c)(d)", "f((a for b in c), d)", "f(*(a for b in c))", "f(k=(a for b in c))",
    "f(# why\n a,\n # why\n b)", "a.b(c).d[e]", "é.ü(ö)", "'é'.b + c", "await_(x)", "match(a)", "type(a)",
    "print(a, file=b)", "1 .real", "1..real", "1if 2else 3",
)  # fmt: skip

STATEMENTS = (
    "", "\n", "# why", "a\n", "a;", "a; b", "a;b;", "pass", "a = b", "a = b = c", "(a) = b", "a, b = c", "(a, b) = c",
    "[a, b] = c", "a, *b = c", "a.b = c", "a[b] = c", "a = b,", "a = (b)", "a = yield b", "a = *b, c",
    "(a, [b, *c]), d = e", "a: b", "a: b = c", "a.b: c = d", "a[b]: c", "a: (b) = (c)", "a: b = yield",
    "a: tuple = 1, 2", "a += b", "a -= b", "a *= b", "a /= b", "a //= b", "a %= b", "a @= b", "a &= b", "a |= b",
    "a ^= b", "a <<= b", "a >>= b", "a **= b", "a.b += c, d", "del a", "del a, b", "del a,", "del (a, b)",
    "del (a), [b]", "del a.b, c[d]", "del ()", "assert a", "assert a, b", "assert (a, b)[0]", "raise", "raise a",
    "raise a from b", "global a, b", "import a", "import a.b.c", "import a . b as c, d", "from a import b",
    "from a.b import c as d, e", "from . import a", "from .a import b", "from ... import a", "from .. .a import *",
    "from a import (b)", "from a import (b as c,\n d,)", "import ﬁ as ﬂ", "if a: b", "if a: b; c;",
    "if a:\n  b;\n\nc", "if a:\n  b\nelse:\n  c", "if a:\n  b\nelif c:\n  d\nelif e: f\nelse:\n  g",
    "if a:\n  b\nelse:\n  if c:\n    d", "if a:\n\tb\n\t# why\n# why\n\tc", "while a: break",
    "while a:\n  continue\nelse: b", "for a in b: c", "for a, b in c: d", "for (a, b) in c, d: e",
    "for a in *b, c:\n  d\nelse:\n  e", "for a[b] in c: d", "with a: b", "with a as b: c", "with a as b, c: d",
    "with (a): b", "with (a as b): c", "with (a as b, c,): d", "with (a, b): c", "with (a, b) as c: d", "with (a): b",
    "with (a) as b, (c) as d: e", "with a as (b, c): d", "with a as b.c, d as e[0]: f", "with (yield): a",
    "try: a\nexcept: b", "try: a\nexcept b: c", "try: a\nexcept b as c: d",
    "try: a\nexcept (b, c): d\nexcept: e\nelse: f\nfinally: g", "try: a\nfinally: b", "try: a\nexcept* b as c: d",
    "try:\n  a\nexcept  * (b, c):\n  d\nelse:\n  e", "def f(): pass", "def f(a): return",
    "def f(a, b=1, /, c=2, *d, e, g=3, **h) -> i: return a", "def f(a: b = c, *d: e, **g: h): pass",
    "def f(*a: *b): pass", "def f(*, a): pass", "def f(a, /): pass", "def f(a,): pass",
    "def f(a,\n # why\n b): # why\n  return a, *b", "def f():\n  '''a'''\n  def g(): pass\n  return g",
    "def f():\n  nonlocal_ = 1\n  def g():\n    nonlocal nonlocal_", "@a\ndef f(): pass",
    "@a.b(c)\n# why\n\n@ (d := e)\nclass F: pass", "class A: pass", "class A(): pass", "class A(B, C): pass",
    "class A(B, *C, metaclass=D, **E): pass", "async def f(): await a",
    "async def f():\n  async for a in b: c\n  else: d", "async def f():\n  async with a as b, c: d",
    "async def f():\n  async with (a as b, c): d", "async def f(): return [a async for a in b]",
    "async def f(): return await a.b(await c)", "@a\nasync  def f(): pass", "if a:\n  é = 'ü'; b\nc",
    "a = '''é\né'''; b", "a\r\nb\r\n", "a\rb\r", "'''a\r\nb''' + c\r\n", "b'''a\r\nb'''", "a = (\r\n b,\r\n)\r\n",
    "\x0ca\n\x0c\nb", "if a:\n  b\n\\\n\nc", "a = (b\n\\\n + c)", "a \\\n\\\n + b", "a = \\\n  b",
    "match a:\n  case b: c", "match a, b:\n  case c: d",
    "match *a, b:\n  case c: d", "match (a):\n  case b: c",
    "match a:\n  case 1: b\n  case -1: b\n  case 1+2j: b\n  case -1 - 2j: b\n  case 'a' 'b': b\n  case b'a': c",
    "match a:\n  case None: b\n  case True | False: b\n  case (None): b\n  case (1): b\n  case ((1)): b",
    "match a:\n  case _: b", "match a:\n  case (_): b", "match a:\n  case b.c: d\n  case b.c.d: e",
    "match a:\n  case [b, c]: d\n  case []: e", "match a:\n  case b, c: d\n  case b,: e",
    "match a:\n  case (b, c): d\n  case (b,): d\n  case (): e\n  case ((b, c)): d",
    "match a:\n  case [b, *_]: c\n  case *b, c: d\n  case [*b]: d",
    "match a:\n  case {}: b\n  case {'a': b, -1: _, **c}: d\n  case {**b,}: c", "match a:\n  case {a.b: c,}: d",
    "match a:\n  case A(): b\n  case A(b, c): d\n  case A(b, c=d,): e\n  case a.B(c=1): d",
    "match a:\n  case b as c: d\n  case (b | c) as d: e", "match a:\n  case 1 | 2 | (3 | 4): b",
    "match a:\n  case b if c > d: e", "match a:\n  case A(b=[c, {'d': (e)}]) as f if g: h",
    "match = case = type = _ = 1", "match.a[case]",
)  # fmt: skip


def lowered(text: str) -> ast.Module:
    return lower_module(libcst.parse_module(text), text)


def host_tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def dump(tree: ast.AST) -> str:
    return ast.dump(tree, include_attributes=True)


INSIDE_OTHERS = tuple(f"if é:\n  a = [b, # why\n  ({text}\n), c]  ;d" for text in EXPRESSIONS)


@pytest.mark.parametrize("texts", [EXPRESSIONS, INSIDE_OTHERS, STATEMENTS], ids=["alone", "inside", "statements"])
def test_a_text_is_what_the_host_reads(texts: tuple[str, ...]) -> None:
    assert [(text, dump(lowered(text))) for text in texts] == [(text, dump(host_tree(text))) for text in texts]


def test_a_tree_is_the_one_that_cpython_3_14_made(outline: Outline) -> None:
    trees = [{"source": case["source"], "tree": outline(lowered(case["source"]))} for case in RECORDED]
    assert trees == RECORDED


@pytest.mark.skipif(sys.version_info < (3, 14), reason="older hosts read these otherwise or not at all")
def test_a_recorded_tree_is_what_a_host_of_that_version_makes(outline: Outline) -> None:
    for case in RECORDED:
        tree = host_tree(case["source"])
        for node in ast.walk(tree):
            if type(node).__name__ == "Interpolation":  # later patch releases keep the blanks after an expression
                node.str = node.str.rstrip()  # type: ignore[attr-defined]
        assert outline(tree) == case["tree"], case["source"]


def test_what_libcst_drops_from_its_tree_still_counts() -> None:
    text = "def f():\n  é\n\f  return b"
    assert libcst.parse_module(text).code != text
    assert dump(lowered(text)) == dump(host_tree(text))


def test_a_sum_and_a_chain_of_branches_longer_than_the_stack_are_read() -> None:
    depth = sys.getrecursionlimit()
    total = lowered("+".join(["a"] * depth)).body[0]
    assert isinstance(total, ast.Expr)
    assert (total.value.col_offset, total.value.end_col_offset) == (0, 2 * depth - 1)


def test_the_parameters_of_a_generic_function_are_found_by_its_fields_on_every_host() -> None:
    function = lowered("def f[T: int, **P](): ...").body[0]
    assert type(function) is ast.FunctionDef
    assert "type_params" in function._fields
    assert [type(child).__name__ for child in ast.iter_child_nodes(function)] == [
        "arguments",
        "Expr",
        "TypeVar",
        "ParamSpec",
    ]


def test_a_function_that_is_not_generic_has_the_fields_that_the_host_gives_it() -> None:
    function = lowered("def f(): ...").body[0]
    assert function._fields == ast.FunctionDef._fields
    assert function.type_params == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["TypeAlias", "TypeVar", "ParamSpec", "TypeVarTuple", "TemplateStr", "Interpolation"])
def test_a_class_that_the_host_has_is_the_hosts(name: str) -> None:
    assert getattr(ast, name, getattr(syntax, name)) is getattr(syntax, name)
    assert getattr(syntax, name).__name__ == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n'\\N{no such name}'", "line 2: unknown Unicode character name 'no such name'"),
        ("'\\N{LATIN SMALL LETTER A WITH MACRON AND GRAVE}'", "line 1: unknown Unicode character name"),
        ("'\\x4'", "line 1: truncated \\x escape"),
        ("b'\\x4'", "line 1: invalid \\x escape"),
        ("b'é'", "line 1: bytes can only contain ASCII literal characters"),
        ("f'{a}\\N'", "line 1: truncated \\N escape"),
        ("a\nt'a' 'b'", "line 2: different kinds of strings in a row"),
        ("lazy import a", "line 1: LazyImport is not read"),
        ("{**a for a in b}", "line 1: StarredDictComp is not read"),
        ("[*a for a in b]", "line 1: unpacking in a comprehension is not read"),
        ("f'{ a ! r}'", "line 1: 'r' expected"),
    ],
)  # fmt: skip
def test_a_text_that_no_compiler_accepts_has_no_tree(text: str, message: str) -> None:
    with pytest.raises(LoweringError, match=message.replace("\\", "\\\\").split("{")[0]):
        lowered(text)


@pytest.mark.parametrize(
    "text", ["def f():\n  a\n\\\nif b: c\n", "a\n\\\n  b", "\\\n a", "if a:\n  b\n # why\n \\\n\\\r\n  c"]
)
def test_a_backslash_in_place_of_an_indentation_is_refused_for_parsers_disagree_on_it(text: str) -> None:
    with pytest.raises(LoweringError, match="a backslash stands where the indentation begins"):
        lowered(text)


def test_an_error_tells_its_line() -> None:
    with pytest.raises(LoweringError) as caught:
        lowered("a\n\nlazy import b")
    assert (caught.value.line, caught.value.reason) == (3, "LazyImport is not read")


def test_a_text_that_is_not_the_one_that_was_parsed_is_noticed() -> None:
    with pytest.raises(LoweringError, match="line 1: 'b' expected, 'c' found"):
        lower_module(libcst.parse_module("a + b"), "a + c")
