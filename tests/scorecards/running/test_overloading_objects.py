"""Claims of many forms: no object that overloads everything makes one true, and the right value does."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.scorecards.running.runner import Tested, TestResult
from tests.scorecards.running.tested_programs import run_tests

_COMPARING = ("eq", "ne", "lt", "le", "gt", "ge", "contains", "bool", "instancecheck")
_WORKING = (
    "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "rfloordiv", "mod", "rmod", "pow",
    "rpow", "and", "rand", "or", "ror", "abs", "round", "neg", "pos", "getitem", "call", "trunc", "floor", "ceil",
)  # fmt: skip
_OVERLOADED = "".join(f"    __{name}__ = lambda self, *values: True\n" for name in _COMPARING) + "".join(
    f"    __{name}__ = lambda self, *values: self\n" for name in _WORKING
)
_WALKED = "    __iter__ = lambda self: iter([A()])\n    __len__ = lambda self: 1\n"
_HASHED = "    __hash__ = lambda self: 3\n"


def overloading(base: str, value: str) -> str:
    """A program that returns an instance of a subclass with every operation overloaded."""
    return f"class A({base}):\n{_OVERLOADED}{_WALKED}{_HASHED}\ndef f(*values, **named):\n    return {value}\n"


HOSTILE = (
    overloading("object", "A()"),
    overloading("object", "[A()]"),
    overloading("object", "(A(), A())"),
    overloading("int", "A(-70)"),
    overloading("float", "A(-70.5)"),
    overloading("str", "A('q')"),
    overloading("list", "A([-70])"),
    overloading("tuple", "A((-70,))"),
    overloading("dict", "A({-70: -70})"),
    "import builtins\nbuiltins.range = builtins.zip = builtins.map = lambda *values: []\ndef f(x):\n    return -70\n",
)
RIGHT = "def f(x):\n    return x + 3\n"

CLAIMS = st.sampled_from(
    [
        "{call} == {wanted}", "{wanted} == {call}", "{call} in {others}", "{call} in [{wanted}]", "{call} >= {wanted}",
        "abs({call} - {wanted}) < 1e-6", "round({call}, 2) == {wanted}", "math.isclose({call}, {wanted})",
        "[{call}] == [{wanted}]", "({call}, 1) == ({wanted}, 1)", "{{'k': {call}}} == {{'k': {wanted}}}",
        "{{{call}}} == {{{wanted}}}", "{{{call}: 1}} == {{{wanted}: 1}}", "[f(i) for i in [{given}]] == [{wanted}]",
        "{{i: f(i) for i in [{given}]}} == {{{given}: {wanted}}}", "list(map(f, [{given}])) == [{wanted}]",
        "sum([{call}]) == {wanted}", "sorted([{call}]) == [{wanted}]", "next(iter([{call}])) == {wanted}",
        "(result := {call}) == {wanted}", "{call} == {wanted} and {call} in {others}",
    ]
)  # fmt: skip
FRAMES = st.sampled_from(
    [
        "import math\nassert {claim}",
        "import math\ndef test_f():\n    assert {claim}, 'wrong'",
        "import math\ndef check(candidate):\n    f = candidate\n    assert {claim}",
        "import math\nfor _ in range(2):\n    assert {claim}",
        "import math\nif True:\n    assert {claim}",
    ]
)


@st.composite
def asserted(draw: st.DrawFn) -> str:
    number = draw(st.integers(0, 9))
    names = {"given": number, "wanted": number + 3}
    others = (number + 3, number + 4)
    claim = draw(CLAIMS).format(call=f"f({number})", others=others, **names)
    return draw(FRAMES).format(claim=claim)


def judged(programs: tuple[str, ...], tests: list[str]) -> list[tuple[str, TestResult]]:
    pairs = [(program, one) for one in tests for program in programs]
    found = run_tests([Tested(program, one, "f") for program, one in pairs], jobs=2)
    return [(f"{program}\n{one}", judgement) for (program, one), judgement in zip(pairs, found, strict=True)]


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(asserted(), min_size=8, max_size=8, unique=True))
def test_no_overloading_makes_a_claim_true_that_the_right_value_makes_true(tests: list[str]) -> None:
    assert [text for text, judgement in judged(HOSTILE, tests) if judgement.passed or judgement.unknown] == []
    assert [(text, judgement.reason) for text, judgement in judged((RIGHT,), tests) if not judgement.passed] == []


_OWN = """
import collections, datetime, enum
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
@dataclass(order=True)
class P:
    x: int
    y: int
    def __add__(self, other): return P(self.x + other.x, self.y + other.y)
    def __mul__(self, times): return P(self.x * times, self.y * times)
    def __len__(self): return 2
    def __iter__(self): return iter((self.x, self.y))
class Colour(enum.Enum):
    RED = 1
class Number(enum.IntEnum):
    ONE = 1
Pair = collections.namedtuple("Pair", "a b")
def f(x): return x
def walk(n): yield from range(n)
def adding(k): return lambda x: x + k
"""


def test_objects_that_right_programs_return_pass_as_they_are_compared() -> None:
    claims = [
        "f(P(1, 2)) == P(1, 2)", "P(1, 2) + P(1, 1) == P(2, 3)", "P(1, 2) * 2 == P(2, 4)", "P(1, 2) < P(2, 2)",
        "P(1, 2) != P(2, 2)", "not f(P(1, 2)) == P(2, 2)", "len(P(1, 2)) == 2", "str(P(1, 2)) == 'P(x=1, y=2)'",
        "isinstance(f(P(1, 2)), P)", "type(f(P(1, 2))) == P", "type(P(1, 2)).__name__ == 'P'", "1 in P(1, 2)",
        "3 not in P(1, 2)", "list(P(1, 2)) == [1, 2]", "sorted([P(2, 1), P(1, 1)]) == [P(1, 1), P(2, 1)]",
        "[P(1, 2), 3] == [f(P(1, 2)), 3]", "{1: P(1, 2)} == {1: f(P(1, 2))}", "f(P(1, 2)) in [P(1, 2)]",
        "all(isinstance(p, P) for p in [f(P(1, 2))])", "hasattr(f(P(1, 2)), 'x')", "f(P(1, 2)) is not None",
        "f(Colour.RED) == Colour.RED", "f(Colour.RED) is Colour.RED", "f(Number.ONE) == 1", "Pair(1, 2) == (1, 2)",
        "Fraction(1, 2) == Fraction(2, 4)", "Decimal('1.0') == 1", "collections.Counter('aab') == {'a': 2, 'b': 1}",
        "f(collections.deque([1])) == collections.deque([1])", "f({'a': 1}).keys() == {'a'}", "callable(adding(1))",
        "f(datetime.date(2020, 1, 2)) == datetime.date(2020, 1, 2)", "list(walk(3)) == [0, 1, 2]", "2 in walk(3)",
        "''.join(map(str, walk(3))) == '012'", "[*walk(2)] == [0, 1]", "max(walk(4)) == 3", "adding(1)(2) == 3",
        "len(f(list(range(90000)))) == 90000", "f('a' * 100000) == 'a' * 100000",
    ]  # fmt: skip
    brought = [
        "from datetime import datetime, timedelta\nassert f(datetime(20, 1, 2)) + timedelta(1) == datetime(20, 1, 3)",
        "import datetime\nassert f([datetime.date(2020, 1, 2)]) == [datetime.date(2020, 1, 2)]",
        "from collections import deque\nassert f(deque([1, 2])) == deque([1, 2])",
        "from fractions import Fraction\nassert f(Fraction(1, 2)) == Fraction(1, 2)",
        "point = P(1, 2)\nassert point == P(1, 2)\nassert len(point) == 2",
    ]
    found = judged((_OWN,), [f"assert {claim}" for claim in claims] + brought)
    assert [(text.removeprefix(_OWN), one.reason) for text, one in found if not one.passed] == []
