"""What runs inside of an assertion, and what is claimed of it."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.scorecards.running.assertions import UnusableTestsError, needs_entry, planned


def taken_apart(tests: str, entry: str | None = None) -> tuple[str, list[str]]:
    """What runs in the program's instance, and the claims."""
    plan = planned(tests, entry)
    return plan.inside, [ast.unparse(assertion.claim) for assertion in plan.assertions]


@pytest.mark.parametrize(
    ("tests", "inside", "claims"),
    [
        ("assert f(3) == 7", "__record__(0, f(3))", ["_0 == 7"]),
        ("assert [1] == f(x=3)", "__record__(0, f(x=3))", ["[1] == _0"]),
        ("assert f(1) == f(2)", "__record__(0, f(1), f(2))", ["_0 == _1"]),
        ("assert f(1) == 2 and f(2) == 3", "__record__(0, f(1))\n__record__(1, f(2))", ["_0 == 2", "_0 == 3"]),
        ("assert f(1)", "__record__(0, f(1))", ["_0"]),
        ("assert not f(1), 'said'", "__record__(0, f(1))", ["not _0"]),
        ("assert f(1) is None", "__record__(0, f(1))", ["_0 is None"]),
        ("assert type(f(1)) is int", "__record__(0, f(1))", ["type(_0) is int"]),
        ("assert abs(f(1) - 0.5) < 1e-6", "__record__(0, f(1))", ["abs(_0 - 0.5) < 1e-06"]),
        ("assert 1 < f(1) < 3", "__record__(0, f(1))", ["1 < _0 < 3"]),
        ("assert sorted(f(1)) == [1, 2]", "__record__(0, [*f(1)])", ["sorted(_0) == [1, 2]"]),
        ("assert set(f(1)) == set((1, 2))", "__record__(0, [*f(1)])", ["set(_0) == set((1, 2))"]),
        ("assert f(1).strip()[0] == 'a'", "__record__(0, f(1).strip()[0])", ["_0 == 'a'"]),
        ("assert Stack().push(1).top == 1", "__record__(0, Stack().push(1).top)", ["_0 == 1"]),
        ("assert ''.join(f(1)) == 'ab'", "__record__(0, [*f(1)])", ["''.join(_0) == 'ab'"]),
        ("assert all((x > 0 for x in f(1)))", "__record__(0, [(x,) for x in f(1)])", ["all((__0 > 0 for __0, in _0))"]),
        ("assert f(1) is x", "__record__(0, f(1) is x)", ["_0"]),
        ("assert (y := f(1)) == 2", "__record__(0, (y := f(1)))", ["_0 == 2"]),
        ("assert eval('f(1)') == 1", "__record__(0, eval('f(1)'))", ["_0 == 1"]),
        ("assert id(f(1)) == 3", "__record__(0, id(f(1)))", ["_0 == 3"]),
        ("assert (lambda: f(1))() == 1", "__record__(0, (lambda: f(1))())", ["_0 == 1"]),
        ("assert list(map(f, [1])) == [2]", "__record__(0, [*map(f, [1])])", ["list(_0) == [2]"]),
        ("assert {f(x): x for x in g()}", "__record__(0, [(f(x), x) for x in g()])", ["{__0: __1 for __0, __1 in _0}"]),
        (
            "assert sum((1 for x in f(1) if g(x) == 2)) == 3",
            "__record__(0, [(g(x),) for x in f(1)])",
            ["sum((1 for __0, in _0 if __0 == 2)) == 3"],
        ),
        ("assert f'{f(1):.1f}' == '1.0'", "__record__(0, f(1))", ["f'{_0:.1f}' == '1.0'"]),
    ],
)  # fmt: skip
def test_what_the_program_gives_is_recorded_and_the_rest_is_claimed(tests: str, inside: str, claims: list[str]) -> None:
    assert taken_apart(tests) == (inside, claims)


@pytest.mark.parametrize(
    ("test", "asked", "claim"),
    [
        ("f(1) == 1 or f(2) == 2", "f(1), __attempt__(lambda: f(2))", "_0 == 1 or _1[0] == 2"),
        ("1 if f(1) else f(2)", "f(1), __attempt__(lambda: f(2))", "1 if _0 else _1[0]"),
        ("0 < 1 < f(2)", "__attempt__(lambda: f(2))", "0 < 1 < _0[0]"),
        ("1 or any(x for x in g())", "__attempt__(lambda: [(x,) for x in g()])", "1 or any((__0 for __0, in _0[0]))"),
    ],
)  # fmt: skip
def test_what_may_not_be_evaluated_is_attempted(test: str, asked: str, claim: str) -> None:
    assert taken_apart(f"assert {test}") == (f"__record__(0, {asked})", [claim])


@pytest.mark.parametrize(
    ("tests", "inside", "claims"),
    [
        ("for i in range(2):\n    assert f(i) == i + 1", "i = 0\n__record__(0, f(0))\ni = 1\n__record__(1, f(1))",
         ["_0 == 0 + 1", "_0 == 1 + 1"]),
        ("a = [1]\nb = [2]\nfor x, y in zip(a, b):\n    assert f(x) == y", "pass\npass\nx = 1\n__record__(0, f(1))",
         ["_0 == 2"]),
        ("for i, x in enumerate('a'):\n    assert f(x) == i", "x = 'a'\n__record__(0, f('a'))", ["_0 == 0"]),
        ("for x, y in {1: 2}.items():\n    assert f(x) == y", "x = 1\n__record__(0, f(1))", ["_0 == 2"]),
        ("assert all(f(i) == i for i in range(1))", "_each_i = 0\n__record__(0, f(0))", ["_0 == 0"]),
        ("assert [f(i) for i in range(2)] == [0, 1]", "__record__(0, [(f(i),) for i in [0, 1]])",
         ["[__0 for __0, in _0] == [0, 1]"]),
        ("for i in range(2):\n    if f(i):\n        break\n    assert f(i) == 2",
         "for i in [0, 1]:\n    if f(i):\n        break\n    __record__(0, f(i))", ["_0 == 2"]),
        ("for i in range(2000):\n    assert f(i)", "for i in range(2000):\n    __record__(0, f(i))", ["_0"]),
        ("for i in range(1, 1):\n    assert f(i)", "for i in []:\n    __record__(0, f(i))", ["_0"]),
    ],
)  # fmt: skip
def test_no_header_of_a_loop_is_left_for_a_program_to_shorten(tests: str, inside: str, claims: list[str]) -> None:
    assert taken_apart(tests) == (inside, claims)


@pytest.mark.parametrize(
    "test",
    ["[x for y in f(1) if y for x in g(y)] == [0]", "1 or (y := f(1))", "list(lambda: f(1))"],
)
def test_what_cannot_be_taken_apart_is_decided_inside(test: str) -> None:
    inside, claims = taken_apart(f"assert {test}")
    decided = ast.unparse(ast.parse(f"True if ({test}) else False"))
    assert (inside, claims) == (f"__record__(0, {decided})", ["_0"])


def test_expected_values_in_names_are_withheld_from_the_program() -> None:
    inside, claims = taken_apart("wanted = [7]\ngot = f(1)\nassert got == wanted, f'not {wanted}'")
    assert (inside, claims) == ("pass\ngot = f(1)\n__record__(0, got)", ["_0 == [7]"])


def test_a_loop_over_a_table_is_written_out_without_what_is_expected() -> None:
    tests = "table = [(1, 2), ([3], 4)]\nfor given, wanted in table:\n    assert f(given) == wanted"
    inside, claims = taken_apart(tests)
    assert inside == "pass\ngiven = 1\n__record__(0, f(1))\ngiven = [3]\n__record__(1, f(given))"
    assert claims == ["_0 == 2", "_0 == 4"]


@pytest.mark.parametrize(
    "tests",
    [
        "for x, y in [(1, 2)]:\n    if x:\n        break\n    assert f(x) == y",
        "for x, y in [(1, 2), (3,)]:\n    assert f(x) == y",
        "for x, y in zip([1], g()):\n    assert f(x) == y",
        "for x, y in [(1, 2)]:\n    assert f(x) == y\nelse:\n    pass",
        "for x in [[1], [2]][:1]:\n    assert f(x) == x",
        "y = 1\ny = 2\nassert f(1) == y",
        "y = [1]\nf(y)\nassert y == [2]",
        "y = g()\nassert f(1) == y",
    ],
)
def test_names_that_are_more_than_an_expected_value_stay_where_they_are(tests: str) -> None:
    inside, claims = taken_apart(tests)
    assert claims in (["_0 == _1"], ["_0 == [2]"])
    assert inside.count("pass") == tests.count("pass")


@pytest.mark.parametrize(("rows", "assertions"), [(3, 3 * 3 * 3 * 3), (300, 300 * 3)])
def test_loops_in_loops_are_written_out_as_far_as_they_stay_small(rows: int, assertions: int) -> None:
    """Three loops of 300 rows would be eighty million assertions."""
    table = list(range(rows))
    tests = f"for a in {table}:\n for b in {table}:\n  for c in {table}:\n" + "".join(
        f"   assert f({name!r}) == {name}\n" for name in "abc"
    )
    assert len(planned(tests, "f").assertions) == assertions


def test_a_check_is_called_with_the_entry_and_its_assertions_are_certain() -> None:
    tests = """
META = {}
def check(candidate):
    assert candidate(1) == 2
    for i in candidate(3):
        assert candidate(i) == i
"""
    assert needs_entry(tests)
    plan = planned(tests, "solve")
    assert plan.inside.endswith("check(solve)")
    assert [assertion.is_certain for assertion in plan.assertions] == [True, False]


def test_a_check_that_is_called_needs_no_entry() -> None:
    assert not needs_entry("def check(f):\n    assert f(1)\ncheck(f)")


def test_functions_that_test_runners_call_are_called_once() -> None:
    tests = "def test_a():\n    assert f(1)\ndef test_b():\n    assert f(2)\ndef test_c(x):\n    assert x\ntest_b()"
    plan = planned(tests, None)
    assert plan.inside.splitlines()[-2:] == ["test_b()", "test_a()"]
    assert [assertion.is_certain for assertion in plan.assertions] == [True, True, False]


def test_an_assertion_behind_a_return_is_not_certain_to_be_reached() -> None:
    tests = "def check(f):\n    if f(0):\n        return\n    assert f(1) == 1\ncheck(f)"
    assert [assertion.is_certain for assertion in planned(tests, None).assertions] == [False]


@pytest.mark.parametrize("handler", ["except AssertionError:", "except:", "except (ValueError, Exception):"])
def test_an_assertion_whose_failure_is_caught_stays_one(handler: str) -> None:
    inside, claims = taken_apart(f"try:\n    assert f(1) == 2\n{handler}\n    assert f(1) == 3")
    assert "__record__(0)\n    assert f(1) == 2" in inside
    assert claims == ["True", "_0 == 3"]


def test_an_assertion_that_must_not_be_reached_claims_what_is_false() -> None:
    inside, claims = taken_apart("try:\n    f(-1)\n    assert False\nexcept ValueError:\n    pass")
    assert inside == "try:\n    f(-1)\n    __record__(0)\nexcept ValueError:\n    __record__(1)\n    pass"
    assert claims == ["False", "True"]


def test_claims_use_what_the_tests_bring_and_nothing_of_the_program() -> None:
    tests = """
import math
EPSILON = 0.1
def near(a, b):
    return math.fabs(a - b) < EPSILON
assert near(f(1), 2 + EPSILON)
"""
    plan = planned(tests, None)
    assert [ast.unparse(assertion.claim) for assertion in plan.assertions] == ["near(_0, 2 + EPSILON)"]
    assert plan.trusted.splitlines() == [
        "import math", "EPSILON = 0.1", "def near(a, b):", "    return math.fabs(a - b) < EPSILON",
    ]  # fmt: skip


def test_a_helper_that_calls_the_program_is_no_part_of_a_claim() -> None:
    plan = planned("def twice(x):\n    return f(f(x))\nassert twice(1) == 3", None)
    assert (ast.unparse(plan.assertions[0].claim), plan.trusted) == ("_0 == 3", "")


def test_a_well_known_module_that_the_program_imports_is_trusted_and_has_to_be_there() -> None:
    inside, claims = taken_apart("assert math.isclose(f(1), 2)")
    assert (inside, claims) == ("math\n__record__(0, f(1))", ["math.isclose(_0, 2)"])


def test_a_function_with_the_name_of_a_builtin_is_the_programs_where_it_is_what_is_tested() -> None:
    assert taken_apart("assert sum([1, 2]) == 3")[0] == "__record__(0, sum([1, 2]))"
    assert taken_apart("assert sum(f(1)) == 3", "f")[1] == ["sum(_0) == 3"]


@pytest.mark.parametrize(
    ("tests", "reason"),
    [
        ("assert (", "the tests are not Python: line 1: '(' was never closed"),
        ("", "the tests assert nothing"),
        ("print(f(1))", "the tests assert nothing"),
        ("x = 1\0", "the tests are not Python"),
    ],
)
def test_tests_that_say_nothing_are_refused(tests: str, reason: str) -> None:
    with pytest.raises(UnusableTestsError, match=reason.replace("(", r"\(")):
        planned(tests, None)
