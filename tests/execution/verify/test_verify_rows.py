"""Every field of a recorded row and call: as it was recorded it is verified, changed it is told."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from cgr_audit.execution.verify.verification import Difference, RowVerification, Status, Verification
from cgr_audit.records.lines import RecordError
from cgr_audit.records.rows import CallStatus
from cgr_audit.sandbox.limits import Limits
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.solvers.interface import SolverReply, SolverRequest

NEVER_EXTRACTED = b"""
def solve(question):
    reply = llm_model(question, {})
    if reply == "never":
        return "A", "B", 1
    return extract_answer(reply), "B", 2
"""
RAISES = b"def solve(question):\n    llm_model(question, {})\n    raise KeyError(question)\n"
LOOPS = b"def solve(question):\n    while True:\n        pass\n"
ASKS_WITHOUT_END = b"def solve(question):\n    while True:\n        llm_model(question, {})\n"
SHUFFLES = b"""
import random

def solve(question):
    order = random.sample(range(1000), 5)
    return extract_answer(llm_model(f"{question} {order}", {})), "B", 1
"""


def told(differences: tuple[Difference, ...]) -> list[tuple[str, str, Any, Any]]:
    return [(one.file, one.field, one.recorded, one.now) for one in differences]


def only_row(verification: Verification) -> RowVerification:
    (row,) = verification.rows
    return row


def test_a_recording_is_verified_in_every_row(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": NEVER_EXTRACTED, "r": RAISES, "s": SHUFFLES})
    verification = recorder.verify()
    assert verification.differences == verification.notes == ()
    assert [row.status for row in verification.rows] == [Status.VERIFIED] * 4
    assert all(row.is_run for row in verification.rows)
    assert verification.is_confirmed


@pytest.mark.parametrize("status", list(CallStatus))
def test_a_response_of_any_status_is_verified_and_another_status_is_told(recorder: Any, status: CallStatus) -> None:
    folder = recorder.record({"q": NEVER_EXTRACTED}, lambda _request: SolverReply("B", status=status))
    assert recorder.verify().is_confirmed
    calls = folder / "calls.jsonl"
    other = "truncated" if status is CallStatus.ANSWERED else "answered"
    calls.write_text(calls.read_text().replace(f'"status": "{status}"', f'"status": "{other}"'))
    assert other in calls.read_text()
    recorder.forget_digests()
    assert only_row(recorder.verify()).status is Status.DIFFERENT


def test_a_package_from_before_there_were_statuses_is_verified(recorder: Any, asks_twice: bytes) -> None:
    folder = recorder.record({"p": asks_twice})
    records = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    assert {record.pop("status") for record in records} == {"answered"}
    (folder / "calls.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    recorder.forget_digests()
    assert recorder.verify().is_confirmed


def test_every_attempt_of_a_row_that_was_tried_again_is_kept_with_its_lines_and_fuel(recorder: Any) -> None:
    folder = recorder.record({"q": NEVER_EXTRACTED}, ConstantSolver("nothing to say"))
    row = json.loads((folder / "results.jsonl").read_text())
    assert row["attempts"] == 3
    assert [run["lines"] for run in row["runs"]] == [[2, 3, 4, 6]] * 3
    assert [run["outcome"] for run in row["runs"]] == ["completed"] * 3
    assert sum(run["fuel"] for run in row["runs"]) == row["fuel"]
    assert recorder.verify().is_confirmed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("solverLLM_baseline_ans", "X"),
        ("solverLLM_baseline_ans", None),
        ("solverLLM_assisted_ans", "X"),
        ("solverLLM_assisted_ans", None),
        ("genLLM_ans", "X"),
        ("genLLM_difficulty", 4.0),
        ("correct_ans", "C"),
        ("outcome", "guest_error"),
        ("error", "line 3: KeyError"),
        ("attempts", 2),
        ("direct_calls", 2),
        ("assisted_calls", 3),
        ("fuel", 7),
        ("fuel", None),
        ("value_literal", "('X', 'B', 4)"),
        ("contract_broken", True),
        ("executed_provenance", "literal"),
        ("verdict", "observe"),
        ("origin", "recorded"),
        ("origin", "replayed"),
        ("component", "sha256:" + "0" * 64),
        ("component", None),
        ("runs", None),
        ("runs", []),
        ("program_sha256", None),
    ],
)
def test_a_changed_field_of_a_row_is_told_with_both_values(
    recorder: Any, asks_twice: bytes, name: str, value: Any
) -> None:
    folder = recorder.record({"p": asks_twice})
    before = json.loads((folder / "results.jsonl").read_text())[name]
    assert before != value or type(before) is not type(value)
    recorder.change("results.jsonl", lambda rows: rows[0].update({name: value}))
    row = only_row(recorder.verify())
    assert ("results.jsonl", name, value, before) in told(row.differences)
    assert {one.field for one in row.differences} == {name}
    assert row.status is Status.DIFFERENT


@pytest.mark.parametrize("channel", ["direct", "assisted", "generator"])
def test_a_changed_mark_of_a_failed_extraction_is_told(recorder: Any, asks_twice: bytes, channel: str) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("results.jsonl", lambda rows: rows[0]["extraction_failed"].update({channel: True}))
    row = only_row(recorder.verify())
    assert told(row.differences) == [("results.jsonl", f"extraction_failed/{channel}", True, False)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lines", [2, 3]),
        ("branches", [[1, 2, "true"]]),
        ("fuel", 1),
        ("outcome", "crashed"),
        ("error", "gone"),
        ("limit", "fuel"),
    ],
)
def test_a_changed_attempt_is_told(recorder: Any, asks_twice: bytes, name: str, value: Any) -> None:
    folder = recorder.record({"p": asks_twice})
    before = json.loads((folder / "results.jsonl").read_text())["runs"][0][name]
    recorder.change("results.jsonl", lambda rows: rows[0]["runs"][0].update({name: value}))
    (difference,) = only_row(recorder.verify()).differences
    assert difference == Difference("results.jsonl", f"runs/0/{name}", value, before, "assisted", 1)


def test_an_attempt_that_an_earlier_version_recorded_without_branches_is_confirmed(
    recorder: Any, asks_twice: bytes
) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("results.jsonl", lambda rows: rows[0]["runs"][0].__delitem__("branches"))
    assert recorder.verify().is_confirmed


def test_what_was_measured_or_taken_over_is_not_compared(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("results.jsonl", lambda rows: rows[0].update(wall_s=99.0, recorded_assisted_ans="C"))
    recorder.change("calls.jsonl", lambda calls: calls[0].update(latency_s=99.0, prompt_tokens=7))
    assert recorder.verify().is_confirmed


def test_a_changed_prompt_parts_its_channel_and_nothing_that_follows_from_it_is_told(
    recorder: Any, asks_twice: bytes
) -> None:
    folder = recorder.record({"p": asks_twice})
    calls = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    assert [call["channel"] for call in calls] == ["direct", "assisted", "assisted"]
    recorder.change("calls.jsonl", lambda records: records[1].update(prompt="another"))
    assert only_row(recorder.verify()).differences == (
        Difference("calls.jsonl", "prompt", "another", calls[1]["prompt"], "assisted", 1, 0),
    )


def test_a_changed_configuration_of_a_call_is_told(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("calls.jsonl", lambda records: records[2].update(config={"n": 1.0}))
    assert only_row(recorder.verify()).differences == (
        Difference("calls.jsonl", "config", {"n": 1.0}, {"n": 1}, "assisted", 1, 1),
    )


def test_a_changed_response_shows_in_what_follows_from_it(recorder: Any, asks_twice: bytes) -> None:
    folder = recorder.record({"p": asks_twice}, ConstantSolver("B"))
    asked = json.loads((folder / "calls.jsonl").read_text().splitlines()[2])["prompt"]
    recorder.change("calls.jsonl", lambda records: records[1].update(response="A"))
    row = only_row(recorder.verify())
    changed = asked.replace("Really B?", "Really A?")
    assert told(row.differences) == [("calls.jsonl", "prompt", asked, changed)]
    recorder.change("calls.jsonl", lambda records: records[1].update(response="B"))
    recorder.change("calls.jsonl", lambda records: records[2].update(response="C"))
    assert ("results.jsonl", "solverLLM_assisted_ans", "B", "C") in told(only_row(recorder.verify()).differences)
    recorder.change("calls.jsonl", lambda records: records[2].update(response="B"))
    recorder.change("calls.jsonl", lambda records: records[0].update(response="C"))
    assert told(only_row(recorder.verify()).differences) == [("results.jsonl", "solverLLM_baseline_ans", "B", "C")]


def test_a_call_that_is_taken_out_or_put_in_is_told(recorder: Any, asks_twice: bytes) -> None:
    folder = recorder.record({"p": asks_twice})
    calls = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    last = {"prompt": calls[2]["prompt"], "config": {"n": 1}}
    recorder.change("calls.jsonl", lambda records: records[:2])
    verification = recorder.verify()
    assert only_row(verification).differences == (Difference("calls.jsonl", "call", None, last, "assisted", 1, 1),)
    assert told(verification.differences) == [("manifest.json", "counts/calls", 3, 2)]
    added = calls[2] | {"call_index": 2}
    recorder.change("calls.jsonl", lambda records: [*records, calls[2], added])
    assert only_row(recorder.verify()).differences == (Difference("calls.jsonl", "call", last, None, "assisted", 1, 2),)


def test_a_changed_program_is_refused_by_its_digest_and_told_where_its_digest_was_changed_too(
    recorder: Any, asks_twice: bytes
) -> None:
    folder = recorder.record({"p": asks_twice})
    changed = asks_twice.replace(b'"B", 4', b'"C", 4')
    (folder / "programs/g/d/p.0.py").write_bytes(changed)
    with pytest.raises(RecordError, match=r"p\.0\.py: changed since manifest\.json was written"):
        recorder.verify()
    recorder.forget_digests()
    with pytest.raises(RecordError, match=r"p\.0\.py: not the bytes that"):
        recorder.verify()
    digest = hashlib.sha256(changed).hexdigest()
    recorder.change("programs.jsonl", lambda records: records[0].update(sha256=digest))
    with pytest.raises(RecordError, match=r"/program_sha256: programs\.jsonl has other bytes for this row"):
        recorder.verify()
    recorder.change("results.jsonl", lambda records: records[0].update(program_sha256=digest))
    with pytest.raises(RecordError, match=r"verdicts\.jsonl:1: /sha256: programs\.jsonl has other bytes for"):
        recorder.verify()
    recorder.change("verdicts.jsonl", lambda records: records[0].update(sha256=digest))
    fields = {one.field: (one.recorded, one.now) for one in only_row(recorder.verify()).differences}
    assert fields["genLLM_ans"] == ("B", "C")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"question": "Another?"}, "prompt"),
        ({"options": [{"id": "A", "text": "x"}, {"id": "B", "text": "y"}, {"id": "C", "text": "z"}]}, "prompt"),
        ({"correct_ids": ["C"]}, "correct_ans"),
    ],
)
def test_a_changed_item_is_told(recorder: Any, asks_twice: bytes, change: dict[str, Any], field: str) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("items.jsonl", lambda records: records[0].update(change))
    assert field in {one.field for one in only_row(recorder.verify()).differences}


def test_another_seed_is_told_where_the_program_draws_lots(recorder: Any) -> None:
    recorder.record({"p": SHUFFLES})
    recorder.configure(seed=1)
    (difference,) = only_row(recorder.verify()).differences
    assert (difference.file, difference.field, difference.channel) == ("calls.jsonl", "prompt", "assisted")


def test_other_limits_are_told_where_they_decide(recorder: Any) -> None:
    recorder.record({"p": LOOPS}, limits=Limits(fuel=50_000_000))
    assert recorder.verify().is_confirmed
    recorder.configure(limits={"fuel": 60_000_000})
    fields = {one.field for one in only_row(recorder.verify()).differences}
    assert fields == {"fuel", "error", "runs/0/error", "runs/0/fuel"}


def test_a_limit_on_calls_is_run_into_again(recorder: Any) -> None:
    folder = recorder.record({"p": ASKS_WITHOUT_END}, limits=Limits(calls=4))
    row = json.loads((folder / "results.jsonl").read_text())
    assert (row["outcome"], row["assisted_calls"], row["runs"][0]["limit"]) == ("limit_exceeded", 4, "calls")
    assert recorder.verify().is_confirmed


def test_a_run_that_the_clock_ended_is_not_verifiable(recorder: Any) -> None:
    recorder.record({"p": LOOPS}, limits=Limits(fuel=50_000_000_000, wall=0.1))
    recorder.configure(limits={"fuel": 50_000_000})
    row = only_row(recorder.verify())
    assert (row.status, row.reasons) == (
        Status.NOT_VERIFIABLE,
        ("the clock ended its run, which depends on the machine",),
    )


def test_a_solver_that_failed_then_fails_again(recorder: Any, asks_twice: bytes) -> None:
    folder = recorder.record({"p": asks_twice}, FailingSolver())
    row = json.loads((folder / "results.jsonl").read_text())
    assert row["outcome"] == "host_failure"
    assert recorder.verify().is_confirmed
    recorder.change("calls.jsonl", lambda calls: calls[1].update(error="timed out"))
    fields = {(one.field, one.now) for one in only_row(recorder.verify()).differences}
    assert ("runs/0/error", "call 0 of the solver failed: timed out") in fields


def test_a_solver_that_failed_on_a_later_attempt_fails_there_again(recorder: Any) -> None:
    def solver(request: SolverRequest) -> str:
        if request.origin.attempt == 2:
            raise TimeoutError("too late")
        return "nothing to say"

    folder = recorder.record({"p": NEVER_EXTRACTED}, solver)
    row = json.loads((folder / "results.jsonl").read_text())
    assert [run["outcome"] for run in row["runs"]] == ["completed", "host_failure"]
    assert row["error"] == "direct path: TimeoutError: too late"
    assert recorder.verify().is_confirmed


def test_a_fault_of_the_harness_that_the_calls_do_not_show_is_not_verifiable(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    failed = {"outcome": "host_failure", "error": "the sandbox failed", "solverLLM_assisted_ans": None}
    recorder.change("results.jsonl", lambda rows: rows[0].update(failed))
    row = only_row(recorder.verify())
    assert row.status is Status.NOT_VERIFIABLE
    assert row.reasons == ("a service or internal error ended it when it was recorded, which its calls do not show",)
    recorder.change("results.jsonl", lambda rows: rows[0].update(solverLLM_assisted_ans="A"))
    assert only_row(recorder.verify()).status is Status.DIFFERENT


def test_under_another_component_all_but_fuel_is_compared(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    other = "sha256:" + "0" * 64

    def elsewhere(rows: list[dict[str, Any]]) -> None:
        rows[0].update(component=other, fuel=7)
        rows[0]["runs"][0]["fuel"] = 7

    recorder.change("results.jsonl", elsewhere)
    recorder.configure(component=other)
    verification = recorder.verify()
    assert verification.is_confirmed
    assert not verification.compares_fuel
    assert verification.notes == ("fuel is not compared: it was recorded under another component; all else is",)
    recorder.change("results.jsonl", lambda rows: rows[0]["runs"][0].update(lines=[2]))
    (difference,) = only_row(recorder.verify()).differences
    assert difference.field == "runs/0/lines"


def test_a_run_that_its_fuel_ended_is_not_verifiable_under_another_component(recorder: Any) -> None:
    recorder.record({"p": LOOPS}, limits=Limits(fuel=50_000_000))
    other = "sha256:" + "0" * 64
    recorder.change("results.jsonl", lambda rows: rows[0].update(component=other))
    recorder.configure(component=other)
    row = only_row(recorder.verify())
    assert row.status is Status.NOT_VERIFIABLE
    assert row.reasons == ("its fuel ended its run, and how far that lasts differs from component to component",)


def test_refused_and_observed_programs_are_verified_by_their_direct_path(recorder: Any, asks_twice: bytes) -> None:
    recorder.record(dict.fromkeys("pqr", asks_twice), verdicts={"q": "observe", "r": "refused"})
    verification = recorder.verify()
    assert [(row.status, row.is_run) for row in verification.rows] == [
        (Status.VERIFIED, True),
        (Status.VERIFIED, False),
        (Status.VERIFIED, False),
    ]
    recorder.change("results.jsonl", lambda rows: rows[2].update(solverLLM_assisted_ans="A", fuel=3, error="no"))
    differences = told(recorder.verify().rows[2].differences)
    assert ("results.jsonl", "solverLLM_assisted_ans", "A", None) in differences
    assert ("results.jsonl", "fuel", 3, None) in differences
    assert ("results.jsonl", "error", "no", "refused: CGR201") in differences


def test_a_program_that_is_refused_today_never_runs(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    today = replace(recorder.bench.digests, rules="sha256:" + "9" * 64)
    row = only_row(recorder.verify(refused=frozenset("p"), digests=today))
    assert (row.status, row.is_run) == (Status.NOT_VERIFIABLE, False)
    assert row.reasons == ("today's gate refuses its program, which therefore never runs: CGR201",)
