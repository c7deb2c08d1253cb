"""Which samples pass: what rows say, and what is run where they do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from cgr_audit.scorecards.codesteps.verdicts import NOT_SAID, Unjudged, Unwrap, Verdict, Verdicts, verdicts
from cgr_audit.scorecards.running import runner as running
from cgr_audit.scorecards.running.equality import is_expected
from cgr_audit.scorecards.running.runner import Failure, ProgramRunner, TestResult, Unknown

CASES = [{"input": "1", "output": "2"}]


def row(*samples: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": 1, "samples": list(samples), **fields}


def never(programs: Sequence[running.Tested]) -> list[TestResult]:
    raise AssertionError(programs)


def no_fences(codes: Iterable[str]) -> dict[str, str]:
    """As where no text stands in fences."""
    del codes
    return {}


def of(
    *records: dict[str, Any], results: Sequence[TestResult] = (), unwrap: Unwrap = no_fences
) -> tuple[Verdicts, list[running.Tested]]:
    asked: list[running.Tested] = []

    def answering(programs: Sequence[running.Tested]) -> list[TestResult]:
        asked.extend(programs)
        return list(results)

    return verdicts(records, answering, unwrap), asked


def test_what_rows_say_is_not_run() -> None:
    found = verdicts(
        [
            row(
                {"passed": True, "code": "x"},
                {"passed": False, "failure": "timeout"},
                {"passed": False},
                test_cases=CASES,
            )
        ],
        never,
        no_fences,
    )
    assert found.of_rows == [(Verdict(True), Verdict(False, "timeout"), Verdict(False, NOT_SAID))]
    assert found.run == 0
    assert found.notes() == ()


def test_a_sample_with_a_failure_and_without_a_verdict_fails() -> None:
    assert verdicts([row({"failure": "syntax_error"})], never, no_fences).of_rows == [(Verdict(False, "syntax_error"),)]


def test_code_without_a_verdict_is_run_with_the_cases_of_its_row() -> None:
    found, asked = of(
        row({"passed": True}, {"code": "one"}, test_cases=CASES, entry="f"),
        row({"code": "two"}, test_cases=CASES),
        results=[TestResult(True), TestResult(False, Failure.RUNTIME_ERROR, "no numpy", lacks="module numpy")],
    )
    assert asked == [
        running.Tested("one", (running.TestCase("1", "2"),), "f"),
        running.Tested("two", (running.TestCase("1", "2"),)),
    ]
    assert found.of_rows == [
        (Verdict(True), Verdict(True)),
        (Verdict(False, "runtime_error", reason="no numpy", lacks="module numpy"),),
    ]
    assert found.notes() == (
        "2 samples without a verdict in the rows: run in the sandbox.",
        "1 sample failed for want of what the sandbox lacks: module numpy (1).",
    )


@pytest.mark.parametrize(
    ("case", "given"),
    [
        ({"input": "1, 'a'", "output": "[2]"}, running.TestCase("1, 'a'", "[2]")),
        ({"input": [1, "a", None], "output": [2, True]}, running.TestCase("1, 'a', None", "[2, true]", is_json=True)),
        ({"input": [1], "output": "text"}, running.TestCase("1", '"text"', is_json=True)),
        ({"input": "3\n4", "output": 7}, running.TestCase("3\n4", "7", is_json=True)),
        ({"input": [], "output": None}, running.TestCase("", "null", is_json=True)),
    ],
)
def test_cases_are_python_text_or_json_text(case: dict[str, Any], given: running.TestCase) -> None:
    _, asked = of(row({"code": "x"}, test_cases=[case]), results=[TestResult(True)])
    assert asked[0].tests == (given,)


def test_a_returned_tuple_is_what_a_list_in_json_says() -> None:
    _, asked = of(
        row({"code": "x"}, test_cases=[{"input": [1], "output": ["a", None, 1.0]}]), results=[TestResult(True)]
    )
    (case,) = asked[0].tests
    assert is_expected(("a", None, 1), case.output, is_json=case.is_json)
    assert not is_expected(("a", None, 2), case.output, is_json=case.is_json)


@pytest.mark.parametrize(
    "record",
    [
        row({"code": "x"}),
        row({"code": "x"}, test_cases=[]),
        row({}, test_cases=CASES),
        row({"passed": None, "code": None}, test_cases=CASES),
        row({"code": " "}, test_cases=CASES),
    ],
)
def test_without_code_or_cases_there_is_no_verdict(record: dict[str, Any]) -> None:
    found = verdicts([record], never, no_fences)
    assert found.of_rows == [(Verdict(None, unjudged=Unjudged.NO_VERDICT),)]
    assert found.notes() == ("1 sample with neither a verdict nor code and test cases: not in pass@k.",)


@pytest.mark.parametrize("without", [{}, {"code": None}, {"code": ""}, {"code": " \n"}])
def test_a_sample_without_code_beside_one_with_code_has_failed(without: dict[str, Any]) -> None:
    record = row({"code": "x"}, without, {**without, "passed": True}, {**without, "failure": "timeout"})
    found, _ = of({**record, "test_cases": CASES}, results=[TestResult(True)])
    assert found.of_rows == [(Verdict(True), Verdict(False, "no_code"), Verdict(True), Verdict(False, "timeout"))]
    assert (found.run, found.to_record()["failures"]) == (1, {"no_code": 1, "timeout": 1})
    assert found.counts()[0].tolist() == [4]


def test_a_sample_without_code_in_a_row_without_test_cases_has_no_verdict() -> None:
    found = verdicts([row({"code": "x"}, {"code": None})], never, no_fences)
    assert found.of_rows == [(Verdict(None, unjudged=Unjudged.NO_VERDICT),) * 2]


def test_a_sample_without_code_has_no_verdict_where_nothing_is_known_of_those_with_code() -> None:
    unusable = TestResult(False, unknown=Unknown.TESTS_UNUSABLE, reason="case 1: (")
    found, _ = of(row({"code": "x"}, {"code": None}, test_cases=CASES), results=[unusable])
    assert [one.unjudged for one in found.of_rows[0]] == [Unjudged.TESTS_UNUSABLE] * 2
    found, _ = of(row({"code": CPP}, {"code": None}, test_cases=CASES), results=[BROKEN])
    assert [one.unjudged for one in found.of_rows[0]] == [Unjudged.NOT_PYTHON] * 2
    found = verdicts([row({"code": "x"}, {}, test_cases=CASES, language="cpp")], never, no_fences)
    assert [one.unjudged for one in found.of_rows[0]] == [Unjudged.NOT_PYTHON] * 2
    known = [unusable, TestResult(True)]
    found, _ = of(row({"code": "x"}, {"code": "y"}, {"code": None}, test_cases=CASES), results=known)
    assert [one.passed for one in found.of_rows[0]] == [None, True, False]


@pytest.mark.parametrize("language", ["cpp", "PyPI", "Java 17", "GNU C++20 (64)"])
def test_what_a_row_says_is_not_python_is_not_run(language: str) -> None:
    found = verdicts([row({"code": "print(1)"}, test_cases=CASES, language=language)], never, no_fences)
    assert found.of_rows == [(Verdict(None, unjudged=Unjudged.NOT_PYTHON),)]
    assert found.columns()["sample_reason"] == [["not_python"]]


@pytest.mark.parametrize(
    "language", [None, "", " ", "python", "Python 3.11", "py", " PYTHON3 ", "PyPy 3-64", "CPython"]
)
def test_python_is_run_by_whatever_name(language: str | None) -> None:
    found, _ = of(row({"code": "x"}, test_cases=CASES, language=language), results=[TestResult(True)])
    assert found.of_rows == [(Verdict(True),)]


BROKEN = TestResult(False, Failure.SYNTAX_ERROR, "line 1: invalid syntax")
CPP = "#include <iostream>\nint main() {\n  std::cout << 1;\n}"
CPP_PART = "  std::cout << 1;\n  return 0;\n}"
NOT_PYTHON = Verdict(None, unjudged=Unjudged.NOT_PYTHON)
FAILED = Verdict(False, "syntax_error", reason="line 1: invalid syntax")


def test_what_does_not_compile_and_is_clearly_in_another_language_has_no_verdict() -> None:
    found, _ = of(row({"code": CPP}, {"code": "def f(n) return n"}, test_cases=CASES), results=[BROKEN, BROKEN])
    assert found.of_rows == [(NOT_PYTHON, FAILED)]
    assert found.run == 1
    assert found.notes() == (
        "1 sample without a verdict in the rows: run in the sandbox.",
        "1 sample without a verdict and in another language than Python, which alone is run: not in pass@k.",
    )


def test_what_looks_like_another_language_has_none_only_beside_a_sample_that_clearly_is() -> None:
    alone, _ = of(row({"code": CPP_PART}, test_cases=CASES), results=[BROKEN])
    beside, _ = of(row({"code": CPP_PART}, {"code": CPP}, test_cases=CASES), results=[BROKEN, BROKEN])
    judged, _ = of(row({"code": CPP_PART}, {"code": CPP, "passed": True}, test_cases=CASES), results=[BROKEN])
    python, _ = of(
        row({"code": CPP_PART}, {"code": CPP}, {"code": "x"}, test_cases=CASES),
        results=[BROKEN, BROKEN, TestResult(True)],
    )
    assert alone.of_rows == [(FAILED,)]
    assert beside.of_rows == [(NOT_PYTHON, NOT_PYTHON)]
    assert judged.of_rows == [(NOT_PYTHON, Verdict(True))]
    assert python.of_rows == [(FAILED, NOT_PYTHON, Verdict(True))]


def test_what_compiles_is_python_and_in_a_row_of_python_everything_is() -> None:
    compiles, _ = of(row({"code": CPP}, test_cases=CASES), results=[TestResult(False, Failure.SEMANTIC_ERROR, "2")])
    named, _ = of(row({"code": CPP}, test_cases=CASES, language="python"), results=[BROKEN])
    assert compiles.of_rows == [(Verdict(False, "semantic_error", reason="2"),)]
    assert named.of_rows == [(FAILED,)]


def test_code_in_fences_is_run_without_them_and_counted() -> None:
    fenced = "Here:\n```python\nx\n```"
    found, asked = of(
        row({"code": fenced}, {"code": "y"}, {"code": fenced, "passed": False}, test_cases=CASES),
        results=[TestResult(True), TestResult(True)],
        unwrap=lambda codes: {code: "x\n" for code in codes if code == fenced},
    )
    assert [one.program for one in asked] == ["x\n", "y"]
    assert found.notes() == (
        "2 samples without a verdict in the rows: run in the sandbox.",
        "1 sample with code in Markdown fences: run without them.",
    )
    assert found.to_record()["unwrapped"] == 1


def test_what_the_sandbox_could_not_do_is_no_verdict_and_is_said() -> None:
    found, _ = of(
        row({"code": "x"}, {"code": "y"}, test_cases=CASES),
        results=[
            TestResult(False, unknown=Unknown.SANDBOX_FAILED),
            TestResult(False, unknown=Unknown.TESTS_UNUSABLE),
        ],
    )
    assert [one.unjudged for one in found.of_rows[0]] == [Unjudged.SANDBOX_FAILED, Unjudged.TESTS_UNUSABLE]
    assert found.incomplete() == ("1 sample not judged, because the sandbox failed: not in pass@k.",)
    assert found.notes()[1] == ("1 sample without a verdict, and with test cases that cannot be used: not in pass@k.")


def test_counts_and_the_record_leave_out_what_is_not_known() -> None:
    found = verdicts(
        [row({"passed": True}, {}, {"passed": False, "failure": "timeout"}), row({}), row({"passed": True})],
        never,
        no_fences,
    )
    judged, passed = found.counts()
    assert (judged.tolist(), passed.tolist()) == ([2, 0, 1], [1, 0, 1])
    assert found.to_record() == {
        "samples": 5,
        "passed": 2,
        "failed": 1,
        "run": 0,
        "unwrapped": 0,
        "failures": {"timeout": 1},
        "unjudged": {"no_verdict": 2},
        "lacking": {},
    }
    assert found.columns()["sample_failure"] == [[None, None, "timeout"], [None], [None]]
    assert found.columns()["sample_reason"] == [[None, "no_verdict", None], ["no_verdict"], [None]]


def test_every_reason_of_the_sandbox_is_one_of_ours() -> None:
    assert {reason.value for reason in Unknown} <= {reason.value for reason in Unjudged}


def test_samples_are_judged_in_the_sandbox() -> None:
    codes = [
        "def f(n): return n + 1",
        "def f(n): return n - 1",
        "def f(n) return n",
        "print(int(input()) + 1)",
        "Sure:\n```python\ndef f(n):\n    return n + 1\n```\nThis adds 1.",
        CPP,
        "```python\ndef f(n) return n\n```",
        'x = """\n#include <iostream>\nint main() {\n}\n"""\nprint(int(input()) + 1)',
        "# #include <iostream>\ndef f(n):\n    return {0: n + 1}[0];",
    ]
    running_them = ProgramRunner(jobs=1)
    found = verdicts(
        [row(*({"code": code} for code in codes), test_cases=CASES)], running_them.run_tests, running_them.taken_out
    )
    assert [(one.passed, one.failure) for one in found.of_rows[0]] == [
        (True, None),
        (False, "semantic_error"),
        (False, "syntax_error"),
        (True, None),
        (True, None),
        (None, None),
        (False, "syntax_error"),
        (True, None),
        (True, None),
    ]
    assert found.columns()["sample_reason"][0][1:3] == [
        "case 1: expected 2, got 0", "line 1: SyntaxError: expected ':'",
    ]  # fmt: skip
    assert (found.run, found.unwrapped) == (8, 1)
