"""Reports that a program has forged: each is an error of the program, whatever it says."""

from __future__ import annotations

import json

import pytest

from cgr_audit.sandbox.conformance.back_end import conformance_contract
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure, Limit, LimitExceeded, Outcome
from cgr_audit.sandbox.reported import ReportReader

CONTRACT = conformance_contract()
HONEST = {
    "ended": "completed",
    "value": '["l",1]',
    "fault": None,
    "used": None,
    "lines": ["l", 1, 2],
    "branches": "3:0:not none,2:7:true",
    "output": "said",
}
FAULT = ["d", "type", "ValueError", "message", "no", "line", 3, "column", None]


def reader(*, has_arguments: bool = False) -> ReportReader:
    return ReportReader(Limits(output=100, result=100), CONTRACT, 40, has_arguments)


def report(**changed: object) -> str:
    return json.dumps(["d", *(part for item in (HONEST | changed).items() for part in item)])


def outcome(text: str, *, has_arguments: bool = False) -> Outcome:
    return reader(has_arguments=has_arguments).read(text).outcome


def test_an_honest_report_is_read() -> None:
    said = reader().read(report())
    assert (said.outcome, said.lines, said.output) == (Completed([1]), (1, 2), "said")
    assert said.branches == ((2, 7, "true"), (3, 0, "not none"))
    assert reader().read(report(branches=None)).branches is None
    raised = reader().read(report(ended="raised", fault=FAULT))
    assert raised.outcome == GuestError("ValueError", "no", 3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "NaN",
        "[]",
        '["d"]',
        "[" * 200_000,
        "1" * 5000,
        report(lines=None),
        report(lines=["l", "1"]),
        report(lines=["l", True]),
        report(lines=["l", 10**9]),
        report(lines=["l", -1]),
        report(branches="1000000000:7:true"),
        report(branches="2:-1:true"),
        report(branches="2:1000000000:true"),
        report(branches="2:7:maybe"),
        report(branches="2:7"),
        report(branches="2:x:true"),
        report(branches=2),
        report(output=None),
        report(value=None),
        report(value="[" * 90),
        report(ended=None),
        report(ended="raised", fault=None),
        report(ended="raised", fault=["d", "type", 1, "message", "", "line", 1]),
        report(ended="result", used=["f", "inf"]),
        report(ended="result", used=["f", "nan"]),
        report(ended="result", used=None),
        report(ended="arguments", fault=FAULT),
        report(output="x" * 10**6),
    ],
)
def test_a_report_that_cannot_be_believed_is_the_programs_fault(text: str) -> None:
    said = reader().read(text)
    assert isinstance(said.outcome, GuestError)
    assert said.outcome.type_name == "TamperedReport"
    assert (said.lines, said.output) == ((), "") or said.outcome.message.endswith("it was not given")


def test_only_a_run_with_arguments_can_have_wrong_ones() -> None:
    assert outcome(report(ended="arguments", fault=FAULT), has_arguments=True) == HostFailure("no")


def test_limits_hold_whatever_the_report_says() -> None:
    assert outcome(report(output="x" * 101)) == LimitExceeded(Limit.OUTPUT, 100, None)
    assert outcome(report(value=json.dumps("x" * 200))) == LimitExceeded(Limit.RESULT, 100, 202)


def test_a_line_that_the_program_does_not_have_is_no_line_of_its_exception() -> None:
    for line in (10**9, -1, True, "3", None):
        fault = ["d", "type", "ValueError", "message", "no", "line", line]
        assert outcome(report(ended="raised", fault=fault)) == GuestError("ValueError", "no", None)


def test_names_and_messages_are_cut() -> None:
    fault = ["d", "type", "E" * 300, "message", "m" * 3000, "line", None]
    assert outcome(report(ended="raised", fault=fault)) == GuestError("E" * 200, "m" * 2000, None)
