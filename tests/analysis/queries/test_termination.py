"""Loops that certainly never end: what CPython does when it runs them, and what keeps a loop from being certain."""

from __future__ import annotations

import ast
import sys
import textwrap
from types import FrameType

import pytest
from hypothesis import given, settings

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.termination import EndlessLoop, EndlessReason
from cgr_audit.source.contract import load_contract
from tests.analysis.looping_programs import Execution, execute, loops

CONTRACT = load_contract("function")
NO_EXIT, UNCHANGED, REPEATED = EndlessReason
MOST_ELEMENTS = 20


@given(loops())
@settings(deadline=None)
def test_an_endless_loop_that_is_entered_does_not_end(source: str) -> None:
    loops_found = Facts(ast.parse(source), CONTRACT).endless_loops
    execution = execute(source) if loops_found else None
    for found in loops_found:
        assert execution is not None
        assert not (is_doomed(found, execution) and execution.ended)


def is_doomed(found: EndlessLoop, execution: Execution) -> bool:
    """Whether a loop has gone a whole round, or the one that repeats: with each element where it goes through some."""
    rounds = execution.rounds.get(found.loop.lineno, [])[:-1]  # the last may be where a statement fails
    if found.reason is not REPEATED:
        return bool(rounds)
    times = 1 if isinstance(found.loop, ast.While) else MOST_ELEMENTS
    path = tuple(node.lineno for node in found.path)  # type: ignore[attr-defined]
    return any(rounds[at : at + times] == [path] * times for at in range(len(rounds) - times + 1))


def endless(body: str) -> list[tuple[str, EndlessReason]]:
    """The first lines of the endless loops of a function with this body, and why each never ends."""
    lines = textwrap.dedent(body).strip("\n").splitlines()
    source = "from itertools import count, cycle, repeat\nimport sys\ndef f(i, n, x, t, w):\n" + textwrap.indent(
        "\n".join(lines), "    "
    )
    return [(lines[one.loop.lineno - 4], one.reason) for one in Facts(ast.parse(source), CONTRACT).endless_loops]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param("while True:\n    pass", NO_EXIT, id="an empty loop"),
        pytest.param("while 1:\n    n += 1\n    if n > 9:\n        n = 0", NO_EXIT, id="every branch goes on"),
        pytest.param("while not False:\n    x.append(n)", NO_EXIT, id="a list that grows"),
        pytest.param("while True:\n    for y in t:\n        break", NO_EXIT, id="a break of an inner loop"),
        pytest.param(
            "while True:\n    try:\n        n = w(n)\n    except Exception:\n        continue", NO_EXIT,
            id="an attempt without a break",
        ),
        pytest.param("while n > 0:\n    print(n)", UNCHANGED, id="nothing counts down"),
        pytest.param("i = s = 0\nwhile i < len(x):\n    s += x[i]", UNCHANGED, id="the counter is forgotten"),
        pytest.param("i = j = 0\nwhile i < 9:\n    j += 1", UNCHANGED, id="another counter moves"),
        pytest.param("while 'a' in t:\n    t.replace('a', 'b')", UNCHANGED, id="a result is thrown away"),
        pytest.param("i = 0\nwhile i < n:\n    if x[i]:\n        continue\n    i += 1", REPEATED, id="continue"),
        pytest.param("i = 0\nwhile i < n:\n    y = x[i]\n    if y:\n        i += 1", REPEATED, id="one branch"),
        pytest.param("while True:\n    if n > 3:\n        return n", REPEATED, id="asks the same again"),
        pytest.param(
            "while n:\n    if t:\n        n -= 1\n    else:\n        x = 1\n        x = 2", REPEATED, id="a longer way"
        ),
        pytest.param("for y in cycle(x):\n    if y == n:\n        return y", REPEATED, id="a search that comes round"),
        pytest.param("for y in count():\n    if n:\n        break", REPEATED, id="a count that nothing reads"),
    ],
)  # fmt: skip
def test_a_loop_never_ends_where(body: str, reason: EndlessReason) -> None:
    [(line, found)] = endless(body)
    assert line.startswith(("while", "for"))
    assert found is reason


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("while True:\n    x.pop()", id="a list runs out"),
        pytest.param("while True:\n    print(next(x))", id="an iterator runs out"),
        pytest.param(
            "while True:\n    try:\n        x.pop()\n    except KeyError:\n        pass", id="another handler"
        ),
        pytest.param(
            "while True:\n    try:\n        w()\n    except Exception:\n        pass\nsys.exit()", id="names exit"
        ),
        pytest.param("while True:\n    n = n / i\n    i -= 1", id="a division by zero comes"),
        pytest.param("while True:\n    n = x[i]\n    i += 1", id="an index leaves the list"),
        pytest.param("k = 0\nwhile True:\n    k += 1\n    if k > 5:\n        x[9]", id="a branch comes to fail"),
        pytest.param("while True:\n    w(n)", id="what is called may raise"),
        pytest.param("while True:\n    print(n, file=w)", id="what is printed to may raise"),
        pytest.param("while n.get():\n    pass", id="a queue is read"),
        pytest.param("while sys.path.get(n):\n    pass", id="a module is asked"),
        pytest.param("while True:\n    yield n", id="a generator waits"),
        pytest.param("while True:\n    try:\n        yield n\n    except Exception:\n        pass", id="and is closed"),
        pytest.param("while True:\n    for y in w:\n        w.add(y + 1)", id="a set grows while it is gone through"),
        pytest.param("for k, y in enumerate(cycle(x)):\n    if k > 9:\n        break", id="a cycle is numbered"),
        pytest.param("while n:\n    w()", id="what is called may change anything"),
        pytest.param("while len(x) < 3:\n    t.append(n)", id="two names may hold one list"),
        pytest.param("while x.n < 3:\n    t.n += 1", id="two names may hold one object"),
        pytest.param("def on():\n    nonlocal i\n    i += 1\nwhile i < 9:\n    on()", id="a callee moves the counter"),
        pytest.param("while (i := i + 1) < 9:\n    pass", id="the test itself counts"),
        pytest.param("while i < 9:\n    for i in range(10):\n        pass", id="an inner loop counts"),
        pytest.param("while i < 9:\n    i -= 1", id="a counter moves, whichever way"),
        pytest.param("while n != 1:\n    n = n // 2 if n % 2 == 0 else 3 * n + 1", id="nobody knows"),
        pytest.param("while x and x[-1]:\n    if x[0]:\n        x.pop()\n    else:\n        break", id="both branches"),
        pytest.param(
            "while i < n:\n    if x[i] < t:\n        i += 1\n    elif x[i] >= t:\n        i += 2",
            id="several tests together",
        ),
        pytest.param("for y in count():\n    if y > n:\n        break", id="a count that is compared"),
        pytest.param(
            "for y in cycle(x):\n    if not w:\n        break\n    w.pop()", id="a queue is worked off in turn"
        ),
        pytest.param("for y in cycle(w(z) for z in x):\n    if n:\n        break", id="a generator runs"),
        pytest.param("left = iter(x)\nwhile n in left:\n    pass", id="a search uses an iterator up"),
        pytest.param("k = 0\nnames = vars(w)\nwhile k < 9:\n    names.update(k=9)", id="a variable is an element"),
        pytest.param("for y in x:\n    if n:\n        continue", id="a sequence runs out"),
        pytest.param("for y in repeat(n, 3):\n    pass", id="repeats so often"),
        pytest.param("while False:\n    pass", id="never entered"),
        pytest.param("return n\nwhile True:\n    pass", id="never reached"),
        pytest.param("while True:\n    return n", id="never comes round"),
    ],
)
def test_it_is_not_certain_that_a_loop_never_ends_where(body: str) -> None:
    assert endless(body) == []


def test_of_loops_in_each_other_the_one_that_never_ends_is_meant() -> None:
    assert endless("while n:\n    while True:\n        pass") == [("    while True:", NO_EXIT)]


@pytest.mark.parametrize(
    ("definitions", "test"),
    [
        ("class Pile:\n    def __bool__(self):\n        return next(self.left)\n", "n"),
        ("class Pile:\n    @property\n    def full(self):\n        return next(self.left)\n", "n.full"),
        ("class Pile:\n    full = property(lambda self: next(self.left))\n", "n.full"),
        ("class Pile:\n    def count(self, t):\n        return next(self.left)\n", "n.count(1)"),
        ("def len(x):\n    return next(x)\n", "len(n)"),
    ],
)
def test_what_the_program_defines_itself_may_say_something_else_in_every_round(definitions: str, test: str) -> None:
    source = f"def f(n):\n    while {test}:\n        pass\n"
    assert len(Facts(ast.parse(source), CONTRACT).endless_loops) == 1
    assert Facts(ast.parse(definitions + source), CONTRACT).endless_loops == ()


def calls_for(size: int, statement: str) -> int:
    """How many calls it takes to judge a loop of so many statements, its graph and names being known."""
    body = "".join(f"  {statement.format(at)}\n" for at in range(size))
    facts = Facts(ast.parse(f"def f(a, n, m, x):\n while m < n:\n{body}"), CONTRACT)
    facts.control_flow.graph(facts.tree.body[0])  # type: ignore[arg-type]
    facts.solver_calls.are_reached_in(facts.tree)
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        assert facts.endless_loops != ()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("statement", ["a = x[{0}]", "if a: a = {0}", "for a in range({0}): x"])
def test_a_loop_twice_as_long_costs_about_twice_as_much(statement: str) -> None:
    assert calls_for(120, statement) < 2.5 * calls_for(60, statement)
