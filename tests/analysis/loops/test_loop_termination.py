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
@settings(deadline=None)
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


NAMESAKES = {
    "a class has a pop of its own": (
        "class Pile:\n    def pop(self):\n        return 1\n"
        "def f():\n    pile = Pile()\n    while pile:\n        pile.pop()\n",
        6,
    ),
    "a parameter may be of such a class": (
        "class Pile:\n    def pop(self):\n        return 1\ndef f(pile):\n    while pile:\n        pile.pop()\n",
        5,
    ),
    "a class says itself when it is true": (
        "class Count:\n    def __bool__(self):\n        return True\n"
        "def f():\n    n = Count()\n    while n:\n        n -= 1\n",
        6,
    ),
    "a function bears a builtin's name": (
        "def len(x):\n    return 5\ndef f(x):\n    while len(x) > 2:\n        x.pop()\n",
        4,
    ),
    "the limit moves along by a function that bears a builtin's name": (
        "n = [1]\ndef max(x):\n    return next_number(n)\ndef f(i):\n    while i < max(0):\n        i += 1\n",
        5,
    ),
}
MOVED_BACK = {
    "a function within moves the counter back": (
        "def f():\n    i = 0\n    def back():\n        nonlocal i\n        i -= 1\n"
        "    while i < 10:\n        i += 1\n        back()\n",
        6,
    ),
    "a function that another calls moves a module's counter back": (
        "i = 0\ndef back():\n    global i\n    i = 0\ndef again():\n    back()\n"
        "def f():\n    global i\n    while i < 10:\n        i += 1\n        again()\n",
        9,
    ),
    "a method moves an attribute back": (
        "class Reader:\n    def back(self):\n        self.i = 0\n    def read(self):\n"
        "        while self.i < 9:\n            self.i += 1\n            self.back()\n",
        5,
    ),
    "a function fills the container that it is given": (
        "def fill(todo):\n    todo.append(1)\ndef f(x):\n    while x:\n        x.pop()\n        fill(x)\n",
        4,
    ),
    "a function is handed to one that calls it": (
        "def f(x):\n    i = 0\n    def back(y):\n        nonlocal i\n        i = 0\n"
        "    while i < 10:\n        i += 1\n        list(map(back, x))\n",
        6,
    ),
}


@pytest.mark.parametrize(("source", "line"), [*NAMESAKES.values(), *MOVED_BACK.values()],
                         ids=[*NAMESAKES, *MOVED_BACK])  # fmt: skip
def test_a_loop_is_unbounded_where(source: str, line: int) -> None:
    assert unbounded(source) == [line]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("m = x\nwhile x:\n    m.append(x.pop())", id="two names hold one list"),
        pytest.param("x = m = [1]\nwhile x:\n    m.append(x.pop())", id="two names are given one list"),
        pytest.param("y = 1e30\nwhile y > 0:\n    y -= 1e-9", id="the step is lost in the number"),
        pytest.param("y = 0.0\nwhile y < 1e20:\n    y += 1", id="the step becomes too small"),
        pytest.param("while i < float('inf'):\n    i += 1", id="nothing comes to infinity"),
        pytest.param("import math\ntop = math.inf\nwhile i < top:\n    i += 1", id="nothing comes to a name for it"),
        pytest.param("y = -len(x)\nwhile y != 0:\n    y //= 2", id="the floor of minus a half is minus one"),
        pytest.param("y = -5\nwhile y:\n    y, z = divmod(y, 2)", id="the quotient stays at minus one"),
        pytest.param("y = 0\nwhile y < n:\n    y *= 2", id="twice nothing is nothing"),
        pytest.param("while n:\n    n -= 2", id="it steps over nothing"),
        pytest.param("while n:\n    n -= 1\n    n -= 1", id="two steps in one round pass over nothing"),
        pytest.param("while n:\n    n //= 2\n    n -= 1", id="it is below nothing after the division"),
    ],
)
def test_a_loop_of_plain_statements_is_unbounded_where(body: str) -> None:
    [line] = lines_of(body)
    assert line.startswith("while")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("m = x\nm = []\nwhile x:\n    m.append(x.pop())", id="the second name has got another list"),
        pytest.param("while x:\n    m = []\n    m.append(x.pop())", id="a list for every round"),
        pytest.param("y = 0.0\nwhile y < 10:\n    y += 0.1", id="the step is no matter beside the number"),
        pytest.param("y = 10**30\nwhile y > 0:\n    y -= 1", id="integers are exact"),
        pytest.param("if n < 0:\n    n = -n\nwhile n:\n    n //= 10", id="the sign is taken away"),
        pytest.param("while n:\n    n -= 1", id="one step in one round"),
        pytest.param("def on():\n    nonlocal i\n    i += 1\nwhile i < 9:\n    i += 1\n    on()", id="a call helps on"),
        pytest.param("max = 0\nwhile n > max:\n    n -= 1", id="a number bears a builtin's name"),
        pytest.param(
            "while x:\n    t(key=lambda y: y)\n    x.sort(key=t)\n    x.pop()", id="it calls what it is given"
        ),
        pytest.param("far = lambda y: -y\nwhile x:\n    far(x.pop())", id="it calls a lambda"),
        pytest.param("def show(y):\n    print(y)\nwhile x:\n    show(x.pop())", id="a function that only reads"),
    ],
)
def test_a_loop_ends_all_the_same_where(body: str) -> None:
    assert lines_of(body) == []


def test_a_class_of_ones_own_does_not_doubt_a_list() -> None:
    own = "class Pile:\n    def pop(self):\n        return 1\n"
    assert unbounded(own + "def f():\n    todo = [1]\n    while todo:\n        todo.pop()\n") == []
