"""Programs judged by cases, by what they print, and by texts of assertions."""

from __future__ import annotations

from typing import Any

import pytest

from cgr_audit.sandbox.outcome import HostFailure, Run
from cgr_audit.scorecards.running.runner import Failure, TestCase, Tested, TestResult, Unknown
from cgr_audit.scorecards.running.sandboxes import Sandboxes
from tests.scorecards.running.tested_programs import NEXT, PASSED, failed, judged, run_tests


@pytest.mark.parametrize(
    ("program", "given", "output"),
    [
        (NEXT, "1", "2"),
        (NEXT, "x=1", "2"),
        ("def f(a, *, b=2):\n    return [a, b]\n", "true, b=null", "[True, None]"),
        ("def f():\n    return 'x'\n", "", "'x'"),
        (
            "def helper(x):\n    return x\ndef main():\n    print(helper(1))\nif __name__ == '__main__':\n    main()\n",
            "3",
            "3",
        ),
        ("class Solution:\n    def addAll(self, nums):\n        return sum(nums)\n", "nums = [1, 2]", "3"),
        (
            "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\ndef f(p):\n    return p.x\n",
            "P(3)",
            "3",
        ),
        ("double = lambda x: 2 * x\nincreased = lambda x: x + 1\n", "3", "4"),
        ("import sympy\ndef f(n):\n    return sympy.isprime(n)\n", "7", "True"),
        ("def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\n", "5", "1"),
    ],
)
def test_a_function_passes_a_case(program: str, given: str, output: str) -> None:
    assert judged(program, [TestCase(given, output), TestCase(given, output)]) == PASSED


@pytest.mark.parametrize(
    "program",
    [
        "n = int(input())\nprint(sum(map(int, input().split())))\n",
        "import sys\nlines = sys.stdin.read().split()\nprint(sum(map(int, lines[1:])))\nsys.exit()\n",
        "from sys import stdin\nnext(stdin)\nprint(sum(map(int, stdin.readline().split())))\n",
        "import sys\nprint(sum(map(int, sys.stdin.buffer.read().split()[1:])), end='')\nraise SystemExit(0)\n",
        "import sys\ninput()\nsys.stdout.buffer.write(b'%d' % sum(map(int, input().split())))\nsys.stdout.flush()\n",
        "n, *rest = open(0).read().split()\nprint(sum(map(int, rest)))\n",
        "def main():\n    input()\n    print(sum(map(int, input().split())))\nif __name__ == '__main__':\n    main()\n",
    ],
)
def test_a_script_passes_by_what_it_prints(program: str) -> None:
    assert judged(program, [TestCase("2\n3 4\n", "7\n"), TestCase("1\n5", "5")]) == PASSED


def test_a_program_without_a_function_is_a_script_that_reads_nothing() -> None:
    assert judged("print('hello')\n", [TestCase("", "hello")]) == PASSED


@pytest.mark.parametrize("rest", ["print(3)\n", "class Solution:\n    def go(self, x=3):\n        return x\n"])
def test_a_function_in_a_text_is_none(rest: str) -> None:
    program = "TEXT = '''\ndef f(x):\n    return 4\n'''\n" + rest
    assert judged(program, [TestCase("", "3")]) == PASSED


def test_what_an_entry_is_given_for_is_called_although_the_program_reads_input() -> None:
    program = NEXT + "if __name__ == '__main__':\n    print(following(int(input())))\n"
    assert judged(program, [TestCase("1", "2")], "following") == PASSED
    assert judged(program, [TestCase("1\n", "2\n")]) == PASSED


def test_the_first_case_that_fails_decides_and_is_named() -> None:
    cases = [TestCase("1", "2"), TestCase("2", "4"), TestCase("'a'", "3")]
    assert judged(NEXT, cases) == failed(Failure.SEMANTIC_ERROR, "case 2: expected 4, got 3")


def test_the_first_assertion_that_fails_decides_and_is_shown() -> None:
    tests = "assert following(1) == 2\nassert following(2) == 4\nassert following('a') == 3"
    assert judged(NEXT, tests) == failed(Failure.SEMANTIC_ERROR, "line 2: following(2) == 4: got 3")


def test_an_exception_is_a_runtime_error_with_its_line() -> None:
    reason = 'case 1: line 2: TypeError: can only concatenate str (not "int") to str'
    assert judged(NEXT, [TestCase("'a'", "3")]) == failed(Failure.RUNTIME_ERROR, reason)


def test_a_program_that_does_not_compile_is_a_syntax_error_whatever_its_tests() -> None:
    broken = failed(Failure.SYNTAX_ERROR, "line 2: SyntaxError: invalid syntax")
    assert judged("def f(x):\n    return x +\n", [TestCase("1", "2")]) == broken
    assert judged("x =\n", "assert f(1) == 2").failure is Failure.SYNTAX_ERROR
    assert judged("def f(x):\n    return x +\n", "def check(c):\n    assert c(1) == 2") == broken


def test_a_check_is_given_the_function_that_the_program_is_about() -> None:
    program = "def add(a, b):\n    return a + b\ndef following(x):\n    return add(x, 1)\n"
    check = "def check(f):\n    assert f(1) == 2\n    for i in range(50):\n        assert f(i) == i + {}"
    assert judged(program, check.format(1)) == PASSED
    assert judged(program, check.format("i")).failure is Failure.SEMANTIC_ERROR
    assert judged(program, check.format(1), "add").failure is Failure.RUNTIME_ERROR


@pytest.mark.parametrize(
    ("program", "tests"),
    [
        ("def f(x):\n    return x / 2\n", "import math\nassert math.isclose(f(1), 0.5)\nassert abs(f(3) - 1.5) < 1e-9"),
        ("def f(x):\n    return map(str, x)\n", "assert list(f([1])) == ['1']\nassert isinstance(f([1]), map)"),
        ("def f(x):\n    x.append(1)\n", "a = []\nf(a)\nassert a == [1]\nf(a)\nassert a == [1, 1]"),
        ("def f(x):\n    return x\n", "a = [1]\nassert f(a) is a"),
        (
            "def f(x):\n    if x < 0:\n        raise ValueError('low')\n    return x\n",
            "try:\n    f(-1)\n    assert False\nexcept ValueError as error:\n    assert str(error) == 'low'",
        ),
        (
            "class A:\n    def __init__(self):\n        self.x = 1\n",
            "a = A()\nassert a.x == 1\na.x = 2\nassert a.x == 2\nassert isinstance(a, A)",
        ),
        (
            "import datetime\ndef f(d):\n    return datetime.date(2020, 1, d)\n",
            "import datetime\nassert f(2) == datetime.date(2020, 1, 2)",
        ),
        (
            "def f(n):\n    return list(range(n))\n",
            "assert f(100_000) == list(range(100_000))\nassert len(f(100_000)) == 100_000",
        ),
        ("from collections import Counter\ndef f(x):\n    return Counter(x)\n", "assert f('ab') == {'a': 1, 'b': 1}"),
        ("def f(n):\n    return [0] * n\n", "assert f(1_000_000) is not None"),
        ("def f(x):\n    x.append(x)\n    return x\n", "assert f([]) is not None"),
        ("def f(x):\n    return x\n", "def test():\n    assert f(1) == 2\nprint(test.__name__)\nassert f(1) == 1"),
        ("def sum(values):\n    return 0\n", "assert sum([1, 2]) == 0"),
        ("def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\n", "assert f(1) == 1\nassert f(1) == 2"),
        ("import random\ndef f(n):\n    return random.sample(range(n), n)\n", "assert sorted(f(5)) == [0, 1, 2, 3, 4]"),
    ],
)
def test_right_programs_pass_what_takes_more_than_a_comparison(program: str, tests: str) -> None:
    assert judged(program, tests) == PASSED


@pytest.mark.parametrize(
    ("program", "lacks"),
    [
        ("import numpy as np\ndef f(x):\n    return 7\n", "module numpy"),
        ("import threading\ndef f(x):\n    threading.Thread(target=print).start()\n", "threads"),
        ("def f(x):\n    return open('data.txt').read()\n", "open"),
    ],
)
@pytest.mark.parametrize("tests", ["assert f(3) == 7", (TestCase("3", "7"),)])
def test_what_the_sandbox_lacks_is_a_runtime_error_that_says_so(
    program: str, lacks: str, tests: str | tuple[TestCase, ...]
) -> None:
    judgement = judged(program, tests)
    assert (judgement.failure, judgement.lacks) == (Failure.RUNTIME_ERROR, lacks)


@pytest.mark.parametrize("ending", ["_exit(0)", "abort()"])
def test_a_program_that_ends_the_process_lacks_nothing(ending: str) -> None:
    program = f"import os\ndef f(x):\n    os.{ending}\n"
    for tests in ("assert f(3) == 7", (TestCase("3", "7"),)):
        judgement = judged(program, tests)
        assert (judgement.failure, judgement.lacks) == (Failure.RUNTIME_ERROR, None)


@pytest.mark.parametrize(
    ("tests", "reason"),
    [
        ((), "there are no test cases"),
        ((TestCase("1 / 0", "2"),), "case 1: the arguments cannot be evaluated"),
        ("", "the tests assert nothing"),
        ("assert (following(1) == 2", "the tests are not Python: line 1: '(' was never closed"),
        (
            "def test(x):\n    assert following(1) == 2",
            "the tests end without asking anything of a program",
        ),
        (
            "import numpy\nassert following(1) == 2",
            "the tests raise by themselves: ModuleNotFoundError: No module named 'numpy': "
            "the sandbox's profile 'standard' does not hold it",
        ),
    ],
)
def test_of_a_program_with_unusable_tests_nothing_is_known(tests: str | tuple[TestCase, ...], reason: str) -> None:
    assert judged(NEXT, tests) == TestResult(passed=False, unknown=Unknown.TESTS_UNUSABLE, reason=reason)


@pytest.mark.parametrize("tests", ["assert f(3) == 7", (TestCase("3", "7"),), "def check(c):\n    assert c(3) == 7"])
def test_a_fault_of_the_sandbox_is_no_verdict(
    tests: str | tuple[TestCase, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Run(HostFailure("no more file descriptors"), (), 0, (), "", 0.0, "")
    monkeypatch.setattr(Sandboxes, "run", lambda *_, **__: broken)
    judgement = judged("def f(x):\n    return 7\n", tests)
    assert (judgement.passed, judgement.failure, judgement.unknown) == (False, None, Unknown.SANDBOX_FAILED)
    assert "no more file descriptors" in (judgement.reason or "")


def test_what_a_program_says_of_its_arguments_does_not_make_them_unusable(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = Run(HostFailure("the arguments cannot be evaluated"), (), 0, (), "", 0.0, "")
    original = Sandboxes.run

    def run(self: Sandboxes, program: bytes, *given: Any, **named: Any) -> Run:
        return refused if program.startswith(b"def deceive") else original(self, program, *given, **named)

    monkeypatch.setattr(Sandboxes, "run", run)
    judgement = judged("def deceive(x):\n    return x\n", [TestCase("[0] * 3", "[0, 0, 0]")])
    assert (judgement.failure, judgement.unknown) == (Failure.RUNTIME_ERROR, None)


def test_a_program_on_account_of_which_nothing_is_asserted_fails() -> None:
    reason = "no assertion of the tests was reached"
    judgement = judged("def f():\n    return []\n", "for value in f():\n    assert value > 0")
    assert judgement == failed(Failure.SEMANTIC_ERROR, reason)


def test_results_come_in_order_and_equal_programs_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bytes] = []
    original = Sandboxes.run

    def run(self: Sandboxes, program: bytes, *given: Any, **named: Any) -> Run:
        calls.append(program)
        return original(self, program, *given, **named)

    monkeypatch.setattr(Sandboxes, "run", run)
    right, wrong = (Tested("def f(x):\n    return x\n", (TestCase("1", output),)) for output in ("1", "2"))
    found = run_tests([right, wrong, right, right, wrong], jobs=2)
    assert [judgement.passed for judgement in found] == [True, False, True, True, False]
    assert calls.count(right.program.encode()) == 2  # with one test and with another


@pytest.mark.parametrize(
    ("tests", "inside"),
    [
        ("assert f(3) == 3\nassert f(4) is not None", 0),
        ("assert f(3) == 3\nassert f(3) == 1 + 2\nassert f(4)", 2),
        ("for x in [3, 4]:\n    assert f(x) == x", 1),
        ((TestCase("3", "3"),), 0),
    ],
)
def test_it_is_counted_what_the_programs_own_instance_decides(tests: str | tuple[TestCase, ...], inside: int) -> None:
    program = "def f(x):\n    return x\n"
    found = run_tests([Tested(program, tests), Tested(program.replace("x\n", "[]\n"), tests)], jobs=1)
    assert [one.passed for one in found] == [True, False]
    assert [one.assertions_inside for one in found] == [inside] * 2


def test_nothing_to_judge_starts_no_sandbox() -> None:
    assert run_tests([], jobs=2) == []


def test_what_the_parser_warns_of_is_no_fault_of_the_tests() -> None:
    program = "def f(x):\n    return x\n"
    tests = ("assert (f(1)if 1else 2) == 1", (TestCase("1if 1 else 2", "1"),))
    assert run_tests([Tested(program, one) for one in tests], jobs=2) == [TestResult(passed=True)] * 2
