"""What runs inside of an assertion, and which values it expects."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from cgr_audit.scorecards.running.assertions import UnusableTestsError, planned


@pytest.mark.parametrize(
    ("test", "inside", "held", "refused"),
    [
        ("f(3) == 7", "f(3)", 7, 8),
        ("[1] == f(x=3)", "f(x=3)", [1], (1,)),
        ("f(1) != 2", "f(1)", 3, 2),
        ("f(1) < 2.5", "f(1)", 2, 3),
        ("3 < f(1)", "f(1)", 4, 3),
        ("f(1) >= -1", "f(1)", -1, -2),
        ("f(1) is None", "f(1), True", None, 0),
        ("f(1) is not False", "f(1), True", 0, False),
        ("f(1) in (2, 3)", "f(1)", 3, 4),
        ("f(1) not in {'a'}", "f(1)", "b", "a"),
        ("set(f(1)) == set((1, 2))", "set(f(1))", {1, 2}, [1, 2]),
        ("sorted(f(1)) == [1, 2]", "sorted(f(1))", [1, 2], [2, 1]),
        ("[f(i) for i in range(2)] == [0, 1]", "[f(i) for i in range(2)]", [0, 1], [0]),
        ("round(f(1), 2) == 0.25", "round(f(1), 2)", Decimal("0.25"), 0.2),
        ("abs(f(1) - 0.5) < 1e-6", "f(1)", 0.5, 0.6),
        ("abs(f(1) - 2) <= 1", "f(1)", 3, 4),
        ("math.isclose(f(1), 2)", "f(1)", 2.0, 2.1),
        ("math.isclose(f(1), 2, rel_tol=0.1, abs_tol=0)", "f(1)", 2.1, 2.3),
        ("f(1).strip()[0] == 'a'", "f(1).strip()[0]", "a", "b"),
        ("(y := f(1)) == 2", "(y := f(1))", 2, 3),
        ("f(1) == [float('inf'), {'k': frozenset([1])}]", "f(1)", [float("inf"), {"k": {1}}], []),
    ],
)
def test_an_expected_literal_is_compared_outside(test: str, inside: str, held: Any, refused: Any) -> None:
    plan = planned(f"assert {test}, 'said'", None)
    assert plan.inside == f"__record__(0, {inside})"
    (assertion,) = plan.assertions
    assert (assertion.is_inside, assertion.is_certain, assertion.place[:8]) == (False, True, "line 1: ")
    assert assertion.holds(held)
    assert not assertion.holds(refused)


@pytest.mark.parametrize(
    "test",
    [
        "f(1)", "not f(1)", "f(1) == f(2)", "f(1) == 1 + 1", "f(1) == wanted", "isinstance(f(1), int)", "f(1) is 7",
        "f(1) == null", "1 < f(1) < 3", "2 in f(1)", "f(1) == 2 or f(1) == 3",
        "all((f(i) == i for i in [1]))", "abs(f(1) - f(2) - 1) < g()",
        "math.isclose(f(1), math.pi)", "f(1) == f'{1}'", "f(1) == datetime.date(2020, 1, 2)",
    ],
)  # fmt: skip
def test_what_compares_with_no_literal_is_decided_inside(test: str) -> None:
    plan = planned(f"assert {test}", None)
    assert plan.inside == f"__record__(0, True if {test} else False)"
    assert [(assertion.is_inside, assertion.holds(True)) for assertion in plan.assertions] == [(True, True)]


@pytest.mark.parametrize(
    ("test", "asked"),
    [
        ("(f(1) == 2) is True", "f(1) == 2, True"),
        ("sum((1 for i in [1] if f(i) == 2)) == 1", "sum((1 for i in [1] if f(i) == 2))"),
        ("(f(1) and f(2)) == 3", "f(1) and f(2)"),
        ("f(lambda x: x < 2) == 7", "f(lambda x: x < 2)"),
    ],
)
def test_what_may_hold_the_claim_itself_counts_as_decided_inside(test: str, asked: str) -> None:
    plan = planned(f"assert {test}", None)
    assert plan.inside == f"__record__(0, {asked})"
    assert [assertion.is_inside for assertion in plan.assertions] == [True]


def test_both_parts_of_an_and_are_assertions() -> None:
    plan = planned("assert f(1) == 2 and f(2) and f(3) == 4", None)
    assert [assertion.is_inside for assertion in plan.assertions] == [False, True, False]


@pytest.mark.parametrize(
    "tests",
    [
        "try:\n    assert f(1) == 2\nexcept ValueError:\n    pass",
        "with suppress(KeyError):\n    assert f(1) == 2",
    ],
)
def test_an_assertion_whose_failure_may_be_taken_stays_as_it_is(tests: str) -> None:
    plan = planned(tests, None)
    assert "    __record__(0, True if True else False)\n    assert f(1) == 2" in plan.inside
    assert [(one.is_inside, one.is_guarded, one.is_certain) for one in plan.assertions] == [(True, True, False)]


@pytest.mark.parametrize(
    ("tests", "certain"),
    [
        ("assert f(1) == 2\nfor i in g():\n    assert f(i) == 2\nif g():\n    assert f(3) == 2", [True, False, False]),
        ("def check(f):\n    g = lambda: 1\n    assert f(1) == 2\n    def h():\n        return 1\n", [True]),
        ("def check(f):\n    if f(0):\n        return\n    assert f(1) == 1\ncheck(f)", [False]),
        ("if __name__ == '__main__':\n    assert f(1) == 1\nclass T:\n    assert f(2) == 2", [True, True]),
        ("def a():\n    assert f(1) == 1\n    return 1\ndef main():\n    b = a()\nmain()", [True]),
        ("def test_a():\n    assert f(1) == 1\nprint(test_a)\nassert f(1) == 1", [False, True]),
        ("def test_a():\n    assert f(1) == 1\nf(0) and test_a()", [False]),
        ("def a():\n    assert f(1) == 1\na()\ndef a():\n    assert f(2) == 2", [True, False]),
        ("def test_a():\n    assert f(1) == 2\ndef test_b(x):\n    assert f(x) == 2", [True, False]),
    ],
)
def test_it_is_certain_of_an_assertion_that_the_tests_cannot_end_without_it(tests: str, certain: list[bool]) -> None:
    assert [assertion.is_certain for assertion in planned(tests, "f").assertions] == certain


def test_a_check_is_called_with_the_entry_unless_the_tests_call_it() -> None:
    check = "def check(candidate):\n    assert candidate(1) == 2\n"
    assert planned(check, "Solution().solve").inside.endswith("\ncheck(Solution().solve)")
    assert planned(f"{check}check(g)", "f").inside.endswith("\ncheck(g)")


def test_functions_that_test_runners_call_are_called_once() -> None:
    tests = "def test_a():\n    assert f(1)\ndef test_b():\n    assert f(2)\ndef test_c(x):\n    assert x\ntest_b()"
    assert planned(tests, None).inside.splitlines()[-2:] == ["test_b()", "test_a()"]


@pytest.mark.parametrize(
    ("tests", "reason"),
    [
        ("assert (", "the tests are not Python: line 1: '(' was never closed"),
        ("", "the tests assert nothing"),
        ("print(f(1))", "the tests assert nothing"),
        ("x = 1\0", "the tests are not Python"),
        ("assert f(1) == 2" + " " * (1 << 20), "the tests are 1,048,592 characters long; at most 1,048,576 are read"),
    ],
)
def test_tests_that_say_nothing_are_refused(tests: str, reason: str) -> None:
    with pytest.raises(UnusableTestsError, match=reason.replace("(", r"\(")):
        planned(tests, None)
