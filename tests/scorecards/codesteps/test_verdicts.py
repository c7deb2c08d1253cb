"""Which samples pass: what rows say, and what is run where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cgr_audit.scorecards.codesteps.verdicts import NOT_SAID, Unjudged, Verdict, Verdicts, verdicts
from cgr_audit.scorecards.running import judgement as running
from cgr_audit.scorecards.running.equality import is_expected
from cgr_audit.scorecards.running.judgement import Failure, Judgement, Unknown, judge

CASES = [{"input": "1", "output": "2"}]


def row(*samples: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": 1, "samples": list(samples), **fields}


def never(programs: Sequence[running.Tested]) -> list[Judgement]:
    raise AssertionError(programs)


def of(*records: dict[str, Any], judgements: Sequence[Judgement] = ()) -> tuple[Verdicts, list[running.Tested]]:
    asked: list[running.Tested] = []

    def answering(programs: Sequence[running.Tested]) -> list[Judgement]:
        asked.extend(programs)
        return list(judgements)

    return verdicts(records, answering), asked


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
    )
    assert found.of_rows == [(Verdict(True), Verdict(False, "timeout"), Verdict(False, NOT_SAID))]
    assert found.run == 0
    assert found.notes() == ()


def test_a_sample_with_a_failure_and_without_a_verdict_fails() -> None:
    assert verdicts([row({"failure": "syntax_error"})], never).of_rows == [(Verdict(False, "syntax_error"),)]


def test_code_without_a_verdict_is_run_with_the_cases_of_its_row() -> None:
    found, asked = of(
        row({"passed": True}, {"code": "one"}, test_cases=CASES, entry="f"),
        row({"code": "two"}, test_cases=CASES),
        judgements=[Judgement(True), Judgement(False, Failure.RUNTIME_ERROR, "no numpy", lacks="module numpy")],
    )
    assert asked == [
        running.Tested("one", (running.TestCase("1", "2"),), "f"),
        running.Tested("two", (running.TestCase("1", "2"),)),
    ]
    assert found.of_rows == [
        (Verdict(True), Verdict(True)),
        (Verdict(False, "runtime_error", lacks="module numpy"),),
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
    _, asked = of(row({"code": "x"}, test_cases=[case]), judgements=[Judgement(True)])
    assert asked[0].tests == (given,)


def test_a_returned_tuple_is_what_a_list_in_json_says() -> None:
    _, asked = of(
        row({"code": "x"}, test_cases=[{"input": [1], "output": ["a", None, 1.0]}]), judgements=[Judgement(True)]
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
    ],
)
def test_without_code_or_cases_there_is_no_verdict(record: dict[str, Any]) -> None:
    found = verdicts([record], never)
    assert found.of_rows == [(Verdict(None, unjudged=Unjudged.NO_VERDICT),)]
    assert found.notes() == ("1 sample with neither a verdict nor code and test cases: not in pass@k.",)


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("print(1)", "cpp"),
        ("print(1)", "PyPI"),
        ("#include <iostream>\nint main() {}", None),
        ('  # include "a.h"\n', None),
    ],
)
def test_what_is_not_python_is_never_said_to_fail(code: str, language: str | None) -> None:
    found = verdicts([row({"code": code}, test_cases=CASES, language=language)], never)
    assert found.of_rows == [(Verdict(None, unjudged=Unjudged.NOT_PYTHON),)]


@pytest.mark.parametrize("language", [None, "python", "Python 3.11", "py", " PYTHON3 "])
def test_python_is_run_by_whatever_name(language: str | None) -> None:
    found, _ = of(row({"code": "x"}, test_cases=CASES, language=language), judgements=[Judgement(True)])
    assert found.of_rows == [(Verdict(True),)]


def test_what_the_sandbox_could_not_do_is_no_verdict_and_is_said() -> None:
    found, _ = of(
        row({"code": "x"}, {"code": "y"}, test_cases=CASES),
        judgements=[
            Judgement(False, unknown=Unknown.SANDBOX_FAILED),
            Judgement(False, unknown=Unknown.TESTS_UNUSABLE),
        ],
    )
    assert [one.unjudged for one in found.of_rows[0]] == [Unjudged.SANDBOX_FAILED, Unjudged.TESTS_UNUSABLE]
    assert found.incomplete() == ("1 sample not judged, because the sandbox failed: not in pass@k.",)
    assert found.notes()[1] == ("1 sample without a verdict, and with test cases that cannot be used: not in pass@k.")


def test_counts_and_the_record_leave_out_what_is_not_known() -> None:
    found = verdicts(
        [row({"passed": True}, {}, {"passed": False, "failure": "timeout"}), row({}), row({"passed": True})], never
    )
    judged, passed = found.counts()
    assert (judged.tolist(), passed.tolist()) == ([2, 0, 1], [1, 0, 1])
    assert found.to_record() == {
        "samples": 5,
        "passed": 2,
        "failed": 1,
        "run": 0,
        "failures": {"timeout": 1},
        "unjudged": {"no_verdict": 2},
        "lacking": {},
    }
    assert found.columns()["sample_failure"] == [[None, None, "timeout"], [None], [None]]


def test_every_reason_of_the_sandbox_is_one_of_ours() -> None:
    assert {reason.value for reason in Unknown} <= {reason.value for reason in Unjudged}


def test_samples_are_judged_in_the_sandbox() -> None:
    codes = ["def f(n): return n + 1", "def f(n): return n - 1", "def f(n) return n", "print(int(input()) + 1)"]
    found = verdicts(
        [row(*({"code": code} for code in codes), test_cases=CASES)], lambda programs: judge(programs, jobs=1)
    )
    assert [(one.passed, one.failure) for one in found.of_rows[0]] == [
        (True, None),
        (False, "semantic_error"),
        (False, "syntax_error"),
        (True, None),
    ]
