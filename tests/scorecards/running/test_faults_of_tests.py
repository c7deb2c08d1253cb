"""What tests themselves are to blame for, and what programs that have these tests."""

from __future__ import annotations

import pytest

from cgr_audit.scorecards.running.runner import Failure, TestCase, Tested, TestResult, Unknown
from tests.scorecards.running.tested_programs import NEXT, PASSED, QUICK, failed, judged, run_tests

BROKEN = "def following(x)\n"
WRONG = "def following(x):\n    return 77\n"
RAISING = "def following(x):\n    raise KeyError(x)\n"
NO_NUMPY = (
    "the tests raise by themselves: ModuleNotFoundError: No module named 'numpy': "
    "the sandbox's profile 'standard' does not hold it"
)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("(1", "case 2: the input is not an argument list"),
        ("1) + f(1", "case 2: the input is not an argument list"),
        ("3\n1 2 3", "case 2: the input is not an argument list"),
        ("1 / 0", "case 2: the arguments cannot be evaluated"),
    ],
)
def test_a_case_with_which_no_function_can_be_called_is_the_same_for_every_program(given: str, reason: str) -> None:
    cases = (TestCase("1", "2"), TestCase(given, "3"))
    found = run_tests([Tested(program, cases, "following") for program in (NEXT, BROKEN, WRONG, RAISING)], jobs=1)
    assert {judgement.unknown for judgement in found} == {Unknown.TESTS_UNUSABLE}
    assert [(judgement.reason or "").startswith(reason) for judgement in found] == [True] * 4


@pytest.mark.parametrize("given", ["3\n1 2 3\n", "3 4", "(1"])
def test_a_program_that_does_not_read_what_is_there_to_be_read_fails(given: str) -> None:
    reading = "data = open(0).read()\nprint(len(data))\n"
    cases = (TestCase(given, str(len(given))),)
    passing, calling, broken, broken_reading = run_tests(
        [Tested(program, cases) for program in (reading, NEXT, BROKEN, "print(input(\n")], jobs=1
    )
    assert passing == PASSED
    assert calling.failure is Failure.SEMANTIC_ERROR
    assert (calling.reason or "").startswith(
        "case 1: the program reads no standard input, and the input is not an argument"
    )
    assert [broken.failure, broken_reading.failure] == [Failure.SYNTAX_ERROR] * 2


@pytest.mark.parametrize(
    ("tests", "reason"),
    [
        ("x = 1 / 0\nassert following(1) == 2", "the tests raise by themselves: ZeroDivisionError: division by zero"),
        ("x = [][5]\nassert following(1) == 2", "the tests raise by themselves: IndexError: list index out of range"),
        ("raise SystemExit\nassert following(1) == 2", "the tests raise by themselves: SystemExit:"),
        (
            "def check(c):\n    x = 1 / 0\n    assert c(1) == 2",
            "the tests raise by themselves: ZeroDivisionError: division by zero",
        ),
        (
            "while True:\n    pass\nassert following(1) == 2",
            "the tests by themselves: fuel limit exceeded: allowed 3e+09, used 3e+09",
        ),
        ("for i in []:\n    assert following(i) == 2", "the tests end without asking anything of a program"),
        ("if False:\n    assert following(1) == 2", "the tests end without asking anything of a program"),
        ("import numpy\nassert following(1) == 2", NO_NUMPY),
        ("def check(c):\n    from numpy import array\n    assert c(1) == 2\ndef other():\n    import scipy", NO_NUMPY),
        ("def check(c):\n    pass", "the tests assert nothing"),
    ],
)
def test_a_fault_of_the_tests_is_the_same_for_every_program(tests: str, reason: str) -> None:
    programs = [Tested(program, tests) for program in (NEXT, BROKEN, WRONG, RAISING)]
    unusable = TestResult(passed=False, unknown=Unknown.TESTS_UNUSABLE, reason=reason)
    assert run_tests(programs, jobs=1, limits=QUICK) == [unusable] * 4


@pytest.mark.parametrize(
    "tests",
    [
        "if __name__ == '__main__':\n    assert following(1) == 2",
        "def main():\n    assert following(1) == 2\nif __name__ == '__main__':\n    main()\n    print('ok')",
        "try:\n    import numpy\nexcept ImportError:\n    numpy = None\nassert following(1) == 2",
        "def array():\n    import numpy\nassert following(1) == 2",
        "class Got:\n    value = following(1)\nassert Got.value == 2",
        "from program import following as g\nassert g(1) == 2",
        "import program\nassert program.following(1) == 2",
        "assert globals()['following'](1) == 2",
        "assert eval('following(1)') == 2",
        "try:\n    got = following(1)\nexcept Exception:\n    got = None\nassert got.real == 2",
        "while True:\n    try:\n        got = following(1)\n        break\n    except BaseException:\n        pass\n"
        "assert got == 2",
    ],
)
def test_what_tests_ask_of_a_program_is_no_fault_of_theirs(tests: str) -> None:
    found = run_tests([Tested(program, tests) for program in (NEXT, BROKEN, WRONG, RAISING)], jobs=1, limits=QUICK)
    assert [judgement.unknown for judgement in found] == [None] * 4
    assert [judgement.passed for judgement in found] == [True, False, False, False]


REFUSING = "def f(x):\n    if x < 0:\n        raise ValueError('low')\n    return x\n"


@pytest.mark.parametrize(
    "tests",
    [
        "try:\n    f(-1)\n    assert False\nexcept ValueError:\n    pass",
        "try:\n    f(-1)\nexcept ValueError:\n    pass\nelse:\n    assert False",
        "from contextlib import suppress\nwith suppress(ValueError):\n    f(-1)\n    assert False",
        "def test():\n    try:\n        f(-1)\n        assert 0\n    except (TypeError, ValueError):\n        return",
    ],
)
def test_an_expected_exception_that_leads_past_an_assertion_is_what_the_tests_ask_for(tests: str) -> None:
    assert judged(REFUSING, tests) == PASSED
    assert judged("def f(x):\n    return x\n", tests).failure is Failure.SEMANTIC_ERROR
    assert judged("def f(x):\n    raise KeyError(x)\n", tests).failure is Failure.RUNTIME_ERROR
    assert judged("def f(x):\n    exit()\n", tests).failure is Failure.RUNTIME_ERROR


def test_what_a_builtin_raises_that_the_program_defines_anew_is_no_fault_of_the_tests() -> None:
    tests = "got = divmod(1, 0)\nassert got == 3"
    right, wrong = run_tests(
        [Tested(f"def divmod(x, y):\n    return {given}\n", tests, "divmod") for given in (3, 4)], jobs=1, limits=QUICK
    )
    assert (right, wrong.failure) == (PASSED, Failure.SEMANTIC_ERROR)


def test_a_handler_of_what_asserts_nothing_is_no_assertion() -> None:
    tests = "try:\n    f(-1)\nexcept ValueError:\n    pass\nfor value in f(1):\n    assert value"
    judgement = judged("def f(x):\n    if x < 0:\n        raise ValueError\n    return []\n", tests)
    assert judgement == failed(Failure.SEMANTIC_ERROR, "no assertion of the tests was reached")
