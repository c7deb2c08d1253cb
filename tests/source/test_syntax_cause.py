"""Why a text does not parse: the cause, and the exact place, alike on every host."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.source.parse import ParseFailure, Trees, parse
from cgr_audit.source.positions import Positions
from cgr_audit.source.syntax_cause import SyntaxCause, encoding_cause, syntax_cause
from cgr_audit.source.text import decode
from cgr_audit.source.unwrap import unwrap

SOLVE = 'def solve(question):\n    reply = llm_model(question, {})\n    return reply, "B", 3\n'


def cause_of(text: str) -> SyntaxCause:
    failure = parse(text)
    assert isinstance(failure, ParseFailure)
    return syntax_cause(text, failure)


def told(text: str) -> tuple[str, str, str]:
    """The cause, its span, and the text there."""
    cause = cause_of(text)
    return cause.kind.value, str(cause.span), Positions(text, text).text(cause.span)


@pytest.mark.parametrize(
    ("text", "kind", "span", "there"),
    [
        # fences and prose
        ("```python\nif x\n```\n", "fence", "1:1-1:10", "```python"),
        ("\n  ~~~\nif x\n", "fence", "2:3-2:6", "~~~"),
        (f"{SOLVE}```\n{SOLVE}```\nif x", "fence", "4:1-4:4", "```"),
        ("I cannot write that.", "prose", "1:1-1:21", "I cannot write that."),
        (f"{SOLVE}\nThis asks once.\n{SOLVE}", "prose", "5:1-5:16", "This asks once."),
        ("x = 1\nWhat is that number?\nx = = 2\n", "prose", "2:1-2:21", "What is that number?"),
        ("1. ask\n2. extract\n", "prose", "1:1-1:7", "1. ask"),
        ("Schritt für Schritt: ja.\n", "prose", "1:1-1:25", "Schritt für Schritt: ja."),
        ("让我们一步一步来。\n", "prose", "1:1-1:10", "让我们一步一步来。"),
        # truncation
        (SOLVE + "print(solve(", "truncated", "4:12-4:13", "("),
        ("x = [1,\n  2,\n", "truncated", "2:4-2:5", ","),
        ("ans = a *", "truncated", "1:9-1:10", "*"),
        ("best = 1\nans = 'Return to the t", "truncated", "2:7-2:23", "'Return to the t"),
        ("ans =\n\n", "truncated", "1:5-1:6", "="),
        ("if x", "truncated", "1:4-1:5", "x"),
        ("for x in", "truncated", "1:7-1:9", "in"),
        ("def f(a, b", "truncated", "1:10-1:11", "b"),
        ("def f():\n    # only a comment\n", "truncated", "1:8-1:9", ":"),
        ("try:\n    x = 1\n", "truncated", "2:9-2:10", "1"),
        ("from math", "truncated", "1:6-1:10", "math"),
        ("x = a if b", "truncated", "1:10-1:11", "b"),
        ("def f():\n    x = f(g['a', {1: 'bc", "truncated", "2:22-2:25", "'bc"),
        ("x = '''a\nb", "truncated", "1:5-1:9", "'''a"),
        ("def f():\n    return max(v, key=lambda k: (v[k], k ==", "truncated", "2:42-2:44", "=="),
        # strings
        ("x = 'abc\ny = 2\n", "unterminated string", "1:5-1:9", "'abc"),
        ('def f():\n    """Doc\n    x = 1\n    return x\n', "unterminated string", "2:5-2:11", '"""Doc'),
        ("é = 'it\\'s\nz = 1\n", "unterminated string", "1:5-1:11", "'it\\'s"),
        # indentation
        ("    x = 1\n", "indentation", "1:1-1:5", "    "),
        ("# note\n\n\tx = 1\n\ty = 2\n", "indentation", "3:1-3:2", "\t"),
        ("x = 1\n    y = 2\n", "indentation", "2:1-2:5", "    "),
        ("def f():\nreturn 1\n", "indentation", "2:1-2:7", "return"),
        ("if x:\n    y = 1\n  z = 2\n", "indentation", "3:1-3:3", "  "),
        ("if x:\n\ty = 1\n        z = 2\n", "indentation", "3:1-3:9", "        "),
        ("if x:\r\n\ty = 1\r\n  \tz = 2\r\n", "indentation", "3:1-3:4", "  \t"),
        # Python 2
        ("print 'hello'\n", "Python 2", "1:1-1:14", "print 'hello'"),
        ("def f(x):\n    print x, y\n    return x\n", "Python 2", "2:5-2:15", "print x, y"),
        ("raise E, 'm'\n", "Python 2", "1:1-1:13", "raise E, 'm'"),
        ("exec 'x = 1'\n", "Python 2", "1:1-1:13", "exec 'x = 1'"),
        ("x = 0777\n", "Python 2", "1:5-1:9", "0777"),
        ("x = 10L\n", "Python 2", "1:5-1:8", "10L"),
        ("if a <> b:\n    pass\n", "Python 2", "1:6-1:8", "<>"),
        ("x = `a`\n", "Python 2", "1:5-1:8", "`a`"),
        ("x = ur'a'\n", "Python 2", "1:5-1:8", "ur'"),
        # null bytes and the compiler
        ("x = 1\r\né\0 = 2\n", "null byte", "2:2-2:3", "\0"),
        ("x = 1\nreturn x\n", "compile error", "2:1-2:7", "return"),
        ("for x in y:\n    pass\nbreak\n", "compile error", "3:1-3:6", "break"),
        ("def f(a, a):\n    pass\n", "compile error", "1:10-1:11", "a"),
        # other
        ("x = = 1\n", "other", "1:5-1:6", "="),
        ("é = 1 1\n", "other", "1:7-1:8", "1"),
        ("\fx = = 1\n", "other", "1:6-1:7", "="),
        ("\t# a\nif x:\n\té = = 1\n", "other", "3:6-3:7", "="),
        ("if x\n    y = 1\nz = 2\n", "other", "1:5-1:5", ""),
        ("x = (1, 2\ny = 3\nz = 4\n", "other", "1:5-1:6", "("),
        ("x = 1)\ny = 2\n", "other", "1:6-1:7", ")"),
        ("x = [1)\ny = 2\n", "other", "1:7-1:8", ")"),
        ("x = $5\n", "other", "1:5-1:6", "$"),
        ("x = a ? b : c\n", "other", "1:7-1:8", "?"),
        ("x = “a”\n", "other", "1:5-1:6", "“"),
        ("x = 5 – 3\n", "other", "1:7-1:8", "–"),
        ("x =\ny = 1\n", "other", "1:3-1:4", "="),
        ("f(**a, *b)\n", "other", "1:8-1:9", "*"),
        ("x = '''a\n'''\nf'{'\n", "other", "3:1-3:5", "f'{'"),
        ("class A\n    x = 1\n", "other", "1:8-1:8", ""),
    ],
)
def test_the_cause_and_the_place_are_told(text: str, kind: str, span: str, there: str) -> None:
    assert told(text) == (kind, span, there)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_move_places(ending: str) -> None:
    text = "x = 1\n\nif x:\n    é = 'ü' 1\n".replace("\n", ending)
    assert told(text) == ("other", "4:13-4:14", "1")


def test_an_open_bracket_is_shown_where_it_was_opened() -> None:
    assert str(cause_of("x = f(\n  g[1\n").opened) == "2:4-2:5"


def test_a_fence_or_sentence_inside_a_string_is_not_to_blame() -> None:
    text = 'P = """\n```python\nThis is a sentence.\n```\n"""\nx = = 1\n'
    assert told(text) == ("other", "6:5-6:6", "=")


@pytest.mark.parametrize(
    ("data", "span", "message"),
    [
        (b"x = 1\ns = '\xe9'\n", "2:6-2:7", "byte 0xe9 at offset 11 is not utf-8"),
        ("x = 'é' # \udfff\n".encode("utf-8", "surrogatepass"), "1:11-1:12", "holds a lone surrogate"),
        (
            b"#!/usr/bin/python\n# coding: rot13\n",
            "2:1-2:16",
            "declares the encoding 'rot13', which the sandbox does not read",
        ),
        (b"# coding: utf-8\nx = '\xff'\n", "2:6-2:7", "byte 0xff at offset 21 is not utf-8"),
    ],
)
def test_bytes_that_are_no_text_are_told(data: bytes, span: str, message: str) -> None:
    cause = encoding_cause(decode(data))
    assert (cause.kind.value, str(cause.span), cause.message) == ("other", span, message)


@pytest.mark.parametrize("text", ["(" * 3000, "[" * 201 + "]" * 201, "x = " + "(" * 500 + ")" * 500])
def test_what_is_nested_too_deeply_is_refused_before_a_parser_overflows(text: str) -> None:
    assert cause_of(text).kind.value == "compile error"


PIECES = [
    "def f(x):\n", "    return x\n", "x = 'a'\n", "'", '"""', "(", "]", "\n", "\t", "    ", "é", "```\n", "# c\n",
    "\r\n", "if x:", "\\", "Some words here. ", "1", " = ", "\0", "print ", "\f", "{", "f'{x}'", ",",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_text_that_does_not_parse_has_a_cause_inside_the_text(text: str) -> None:
    failure = parse(text)
    if isinstance(failure, Trees):
        return
    cause = syntax_cause(text, failure)
    lines = Positions(text, text).lines
    assert 1 <= cause.span.line == cause.span.end_line <= len(lines)
    assert 1 <= cause.span.column <= cause.span.end_column <= len(lines[cause.span.line - 1]) + 1
    assert cause.message


@pytest.mark.parametrize(
    ("name", "causes"),
    [
        ("reflexion", {"indentation": 378}),
        ("pal_aqua", {"prose": 227}),
        ("adas", {}),
        ("cruxeval", {}),
    ],
)
def test_every_real_text_that_does_not_parse_has_the_cause_a_reader_gives(
    data_folder: Path, name: str, causes: dict[str, int]
) -> None:
    found: Counter[str] = Counter()
    for line in (data_folder / name / "programs.jsonl").read_text("utf-8").splitlines():
        text = json.loads(line)["source"]
        failure = parse(text)
        if isinstance(failure, ParseFailure):
            found[syntax_cause(text, failure).kind.value] += 1
    assert found == causes


def test_real_programs_cut_off_anywhere_are_truncated(data_folder: Path) -> None:
    chance = random.Random(5)
    sources = [
        json.loads(line)["source"]
        for name in ("adas", "cruxeval")
        for line in (data_folder / name / "programs.jsonl").read_text("utf-8").splitlines()
    ]
    found: Counter[str] = Counter()
    for _ in range(300):
        source = chance.choice(sources)
        text = source[: chance.randrange(len(source) // 3, len(source))]
        failure = parse(text)
        if isinstance(failure, ParseFailure):
            found[syntax_cause(text, failure).kind.value] += 1
    assert found["truncated"] >= 0.98 * found.total() > 100


def test_a_character_that_no_identifier_may_hold_is_a_cause_and_no_crash() -> None:
    text = "def f(a):\n    b\ue000 = a\n    return b\n"
    unwrapped = unwrap(text, lambda piece: isinstance(parse(piece), Trees))
    failure = parse(text)
    assert isinstance(failure, ParseFailure)
    assert unwrapped.programs == ()
    assert str(syntax_cause(text, failure, unwrapped).span) == "2:6-2:7"
