"""Loops without a bound: what CPython does when it runs them, against what was said before."""

from __future__ import annotations

import ast
import textwrap

import pytest
from hypothesis import given, settings

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.looping_programs import ends, loops

CONTRACT = load_contract("function")


def unbounded(source: str) -> list[int]:
    """The lines of the loops that may run without end."""
    return [loop.lineno for loop in Facts(ast.parse(source), CONTRACT).unbounded_loops]


@given(loops())
@settings(max_examples=200, deadline=None)
def test_a_function_without_an_unbounded_loop_ends(source: str) -> None:
    if not unbounded(source):
        assert ends(source)


ENDING = {
    "it takes more off than it adds": "while n > 0:\n    n = n - 3 + 1",
    "a variable for a moment holds what is left": "while t:\n    rest = t[:-1]\n    t = rest",
    "a counter goes through a variable": "while n > 0:\n    less = n - 1\n    n = less",
    "taking an element fails in the end": "while True:\n    x.pop()",
    "the failure of taking one is only caught to leave": (
        "while True:\n    try:\n        x.pop()\n    except IndexError:\n        break"
    ),
    "a handler that the failure does not meet goes on": (
        "it = iter(x)\nwhile True:\n    try:\n        t(next(it))\n    except ZeroDivisionError:\n        continue"
    ),
    "translating leaves the length": (
        "i = 0\nwhile i < len(t):\n    t = t.translate(str.maketrans('ab', 'cd'))\n    i += 1"
    ),
}
ENDING |= {
    "ever less text is searched": "at = t.find('a')\nwhile at != -1:\n    t = t[at + 1 :]\n    at = t.find('a')",
    "what is replaced is held": "while '()' in t or '[]' in t:\n    t = t.replace('()', '').replace('[]', '')",
    "the prefix is held": "while t.startswith('a'):\n    t = t.removeprefix('a')",
    "a division comes to zero": "while n > 0:\n    n //= 2",
}
ENDLESS = {
    "what is replaced may not be held": "while 'a' in t:\n    t = t.replace('aa', 'a')",
    "the prefix may not be held": "while len(t) > 1:\n    t = t.removeprefix('a')",
    "what is held may not be the prefix": "while 'a' in t:\n    t = t.removeprefix('a')",
    "zero passes the test": "while n >= 0:\n    n //= 2",
    "a division stops at zero inside a sum": "while n + i > 3:\n    n //= 2",
    "a text that is empty stays so": "while n > 0:\n    t = t[1:]",
    "the failure of taking one is passed over": (
        "while True:\n    try:\n        x.pop()\n    except IndexError:\n        pass"
    ),
    "the end of an iterator is passed over": (
        "it = iter(x)\nwhile True:\n    try:\n        next(it)\n    except StopIteration:\n        continue"
    ),
    "nothing is taken where there is a default": "while n > 0:\n    x.pop(n, None)",
    "what is left is not what it is set to in every round": (
        "rest = t\nwhile t:\n    if n:\n        rest = t[:-1]\n    t = rest"
    ),
    "what is left grows again": "while x:\n    rest = x[1:]\n    rest.append(1)\n    x = rest",
    "translating may lengthen": "i = 0\nwhile i < len(t):\n    t = t.translate({97: 'aaa'})\n    i += 1",
    "it adds as much as it takes off": "while n > 0:\n    n = n - 3 + 3",
}


def lines_of(body: str) -> list[str]:
    """The first lines of the unbounded loops of a function with this body."""
    source = "def f(i, n, x, t):\n" + textwrap.indent(body, "    ") + "\n"
    return [source.splitlines()[line - 1].strip() for line in unbounded(source)]


@pytest.mark.parametrize("reason", ENDING)
def test_a_loop_ends_where(reason: str) -> None:
    assert lines_of(ENDING[reason]) == []


@pytest.mark.parametrize("reason", ENDLESS)
def test_a_loop_may_go_on_where(reason: str) -> None:
    [line] = lines_of(ENDLESS[reason])
    assert line.startswith("while")
