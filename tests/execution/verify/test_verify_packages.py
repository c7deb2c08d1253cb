"""What a package says of itself as a whole, and packages that hold only a part."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.verify.recorded import check_contract, recorded_include, recorded_limits
from cgr_audit.execution.verify.verification import Difference, Status
from cgr_audit.formats.verification import verification_summary
from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import open_package
from cgr_audit.sandbox.limits import Limits
from cgr_audit.source.contract import load_contract

LITERAL = b"def solve(question):\n    return 'A', 'A', 1\n"
FOREIGN = (
    "origin", "fuel", "component", "wall_s", "runs", "executed_provenance", "verdict", "recorded_baseline_ans",
)  # fmt: skip


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def make_foreign(recorder: Any) -> None:
    """Leave in rows and package what a harness of somebody else's writes."""

    def strip(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            row.update(dict.fromkeys(FOREIGN), origin="recorded")

    recorder.change("results.jsonl", strip)
    recorder.remove("config.json")
    recorder.remove("verdicts.jsonl")


def test_a_row_that_is_taken_out_is_told_by_counts_coverage_calls_and_programs(
    recorder: Any, asks_twice: bytes
) -> None:
    recorder.record({"p": asks_twice, "q": asks_twice})
    recorder.change("results.jsonl", lambda rows: rows[:1])
    said = {(one.file, one.field, one.recorded, one.now) for one in recorder.verify().differences}
    program = open_package(recorder.folder).programs[1].sha256
    assert said == {
        ("manifest.json", "counts/results", 2, 1),
        ("manifest.json", "coverage/items_with_rows", 2, 1),
        ("manifest.json", "coverage/rows", 2, 1),
        ("results.jsonl", "row", None, program),
        ("calls.jsonl", "calls of no row", 3, None),
    }


def test_rows_of_programs_that_did_not_run_confirm_nothing_by_themselves(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": LITERAL}, verdicts={"p": "refused", "q": "observe"})
    verification = recorder.verify()
    assert [row.status for row in verification.rows] == [Status.VERIFIED] * 2
    assert (verification.without_running, verification.has_difference, verification.is_confirmed) == (2, False, False)
    assert (verification.compares_fuel, verification.notes) == (False, ())
    assert verification_summary(verification, 0.1) == (
        "2 rows: 2 verified (2 of them without running their programs), 0 not verifiable, 0 different · "
        "nothing could be verified · 0.1 s"
    )


def test_one_row_whose_program_ran_confirms_the_others(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": LITERAL}, verdicts={"q": "refused"})
    verification = recorder.verify()
    assert (verification.without_running, verification.is_confirmed, verification.compares_fuel) == (1, True, True)
    assert verification_summary(verification, 0.1).endswith("0 different · 0.1 s")


def test_fuel_is_compared_row_by_row_where_rows_name_several_components(recorder: Any, asks_twice: bytes) -> None:
    recorder.record(dict.fromkeys("pqrs", asks_twice))
    recorder.remove("config.json")
    other = "sha256:" + "0" * 64
    recorder.change("results.jsonl", lambda rows: rows[0].update(component=other, fuel=7))
    recorder.change("results.jsonl", lambda rows: rows[0]["runs"][0].update(fuel=7))
    verification = recorder.verify()
    assert verification.is_confirmed
    assert not verification.compares_fuel
    assert verification.environment.component is None
    assert verification.environment.components == tuple(sorted([other, recorder.interpreter.digest]))
    assert verification.notes[0] == (
        "fuel is not compared in 1 of 4 rows: it was recorded under another component; all else is"
    )
    recorder.change("results.jsonl", lambda rows: rows[1].update(fuel=7))
    assert [one.field for one in recorder.verify().rows[1].differences] == ["fuel"]


def test_a_row_that_is_put_in_is_told(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("results.jsonl", lambda rows: [*rows, rows[0] | {"sample": 1}, rows[0] | {"solver": "other"}])
    verification = recorder.verify()
    assert [row.status for row in verification.rows] == [Status.DIFFERENT, Status.VERIFIED, Status.DIFFERENT]
    other, _, sample = verification.rows
    assert [(one.file, one.field, one.now["config"]) for one in other.differences] == [
        ("calls.jsonl", "call", {}),
        ("calls.jsonl", "call", {}),
    ]
    assert [(one.file, one.field, one.now) for one in sample.differences] == [("programs.jsonl", "program", None)]


@pytest.mark.parametrize(
    ("change", "field", "then", "now"),
    [
        ({"verdict": "refused", "reasons": ["CGR001"], "explanations": ["-"]}, "verdict", "refused", "approved"),
        ({"reasons": ["CGR001"]}, "reasons", ["CGR001"], []),
        ({"option_count": 5}, "option_count", 5, 3),
        ({"rules": "sha256:" + "0" * 64}, "rules", "sha256:" + "0" * 64, "sha256:" + "1" * 64),
    ],
)
def test_a_changed_verdict_is_told(
    recorder: Any, asks_twice: bytes, change: dict[str, Any], field: str, then: Any, now: Any
) -> None:
    recorder.record({"p": asks_twice})
    program = open_package(recorder.folder).programs[0]
    recorder.change("verdicts.jsonl", lambda records: records[0].update(change))
    expected = Difference("verdicts.jsonl", field, then, now, about=program.program_id)
    assert expected in recorder.verify().differences


def test_a_verdict_that_is_taken_out_is_told(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": asks_twice})
    recorder.change("verdicts.jsonl", lambda records: records[1:])
    said = [(one.file, one.field, one.recorded, one.now) for one in recorder.verify().differences]
    assert said == [("manifest.json", "counts/verdicts", 2, 1), ("verdicts.jsonl", "verdict", None, "approved")]


def test_what_the_manifest_of_a_run_leaves_out_is_told(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": LITERAL})

    def said(**changes: Any) -> set[tuple[str, str, Any, Any]]:
        path = recorder.folder / "manifest.json"
        kept = path.read_text()
        path.write_text(json.dumps(json.loads(kept) | {"sha256": {}} | changes))
        differences = recorder.verify().differences
        path.write_text(kept)
        return {(one.file, one.field, one.recorded, one.now) for one in differences}

    entry = {"dataset": "d", "solver": "test", "items": 2, "rows": 2}
    assert said() == set()
    assert said(counts={"items": 2, "programs": 2, "verdicts": 2, "findings": 0}) == {
        ("manifest.json", "counts/results", None, 2),
        ("manifest.json", "counts/calls", None, 4),
    }
    assert said(coverage=[]) == {("manifest.json", "coverage/rows", 0, 2)}
    assert said(coverage=[entry]) == {("manifest.json", "coverage/items_with_rows", None, 2)}
    recorder.configure(solver_identities=None)
    assert said(counts={}, coverage=[]) == set()
    assert said(coverage=[entry]) == set()


def test_what_the_verdicts_of_a_run_leave_out_is_told(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    today = recorder.judgement[0]
    recorder.judgement = ({**today, "explanations": ["for a reason"]},)
    (difference,) = recorder.verify().differences
    assert (difference.field, difference.recorded, difference.now) == ("explanations", None, ["for a reason"])
    recorder.judgement = (today,)
    recorder.remove("verdicts.jsonl")
    verification = recorder.verify()
    program = open_package(recorder.folder).programs[0].program_id
    assert verification.differences == (Difference("verdicts.jsonl", "verdict", None, "approved", about=program),)
    recorder.configure(solver_identities=None)
    assert recorder.verify().is_confirmed


def test_verdicts_that_rest_on_other_rules_are_not_compared_and_that_is_said(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    today = replace(recorder.bench.digests, rules="sha256:" + "9" * 64)
    verification = recorder.verify(digests=today)
    assert verification.is_confirmed
    assert verification.notes == (
        "1 verdicts rest on other rules, contract or policy than today's and are not compared",
        "executed_provenance is not compared: it rests on the rules, which are others today",
    )
    recorder.change("results.jsonl", lambda rows: rows[0].update(executed_provenance="literal"))
    assert recorder.verify(digests=today).is_confirmed
    assert not recorder.verify().is_confirmed


def test_a_digest_that_does_not_fit_refuses_the_package(recorder: Any, asks_twice: bytes) -> None:
    folder = recorder.record({"p": asks_twice})
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace(json.loads(path.read_text())["sha256"]["calls.jsonl"], "0" * 64))
    with pytest.raises(RecordError, match=r"calls\.jsonl: changed since manifest\.json was written"):
        recorder.verify()


def test_without_recorded_calls_only_what_needs_no_solver_is_verified(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": LITERAL})
    recorder.remove("calls.jsonl")
    verification = recorder.verify()
    assert verification.notes == ("the package has no calls.jsonl: only what needs no solver can be verified",)
    assert [(row.status, row.reasons) for row in verification.rows] == [
        (Status.NOT_VERIFIABLE, ("its solver calls were not recorded",)),
        (Status.NOT_VERIFIABLE, ("its solver calls were not recorded",)),
    ]
    assert not verification.is_confirmed
    recorder.change("results.jsonl", lambda rows: rows[1].update(solverLLM_assisted_ans="B"))
    assert [row.status for row in recorder.verify().rows] == [Status.NOT_VERIFIABLE, Status.DIFFERENT]


def test_without_a_configuration_the_defaults_are_assumed_and_that_is_said(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    recorder.remove("config.json")
    verification = recorder.verify()
    assert verification.is_confirmed
    assert verification.notes == ("the package has no config.json: default limits and the seed 0 are assumed",)


def test_rows_of_another_harness_are_verified_in_what_they_say(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": asks_twice})
    make_foreign(recorder)
    verification = recorder.verify()
    assert verification.is_confirmed
    assert [row.status for row in verification.rows] == [Status.VERIFIED] * 2
    assert "fuel is not compared: the recording names no component" in verification.notes
    recorder.change("results.jsonl", lambda rows: rows[0].update(solverLLM_assisted_ans="X", value_literal=None))
    row = recorder.verify().rows[0]
    assert [one.field for one in row.differences] == ["solverLLM_assisted_ans"]


@pytest.mark.parametrize("name", ["solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans"])
def test_an_answer_that_a_row_of_another_harness_lacks_is_told_where_its_channel_was_recorded(
    recorder: Any, asks_twice: bytes, name: str
) -> None:
    recorder.record({"p": asks_twice})
    make_foreign(recorder)
    recorder.change("results.jsonl", lambda rows: rows[0].update({name: None}))
    assert [one.field for one in recorder.verify().rows[0].differences] == [name]


def test_rows_of_another_harness_without_calls_are_listed_as_not_verifiable(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    make_foreign(recorder)
    counts = dict.fromkeys(("direct_calls", "assisted_calls"))
    recorder.change("results.jsonl", lambda rows: rows[0].update(counts))
    recorder.change("calls.jsonl", lambda calls: [])
    (row,) = recorder.verify().rows
    assert (row.status, row.reasons) == (Status.NOT_VERIFIABLE, ("its solver calls were not recorded",))


def test_a_row_of_another_harness_about_no_program_is_not_verifiable(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    make_foreign(recorder)
    recorder.change("results.jsonl", lambda rows: [*rows, rows[0] | {"sample": 1}])
    row = recorder.verify().rows[1]
    assert (row.status, row.reasons) == (Status.NOT_VERIFIABLE, ("the package does not hold its program",))


def test_what_was_left_out_of_a_package_is_not_verifiable(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    recorder.change("calls.jsonl", lambda calls: [call | {"prompt": None} for call in calls])
    (row,) = recorder.verify().rows
    assert row.reasons == ("prompts were left out of its recorded calls",)
    recorder.change("items.jsonl", lambda items: items[0].update(question=None))
    (row,) = recorder.verify().rows
    assert row.reasons == ("the question of its item was left out of the package",)


def test_another_contract_than_the_recorded_one_is_refused(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice})
    recorder.configure(contract="sha256:" + "0" * 64)
    with pytest.raises(UsageError, match=r"config\.json: /contract: recorded under another contract"):
        check_contract(open_package(recorder.folder), load_contract("cgr"))


@pytest.mark.parametrize(("field", "value"), [("attempts", {"max": 4, "retry_on": []}), ("prompts", {"direct": "?"})])
def test_a_configuration_that_contradicts_its_contract_is_told(
    recorder: Any, asks_twice: bytes, field: str, value: Any
) -> None:
    recorder.record({"p": asks_twice})
    recorder.configure(**{field: value})
    (difference,) = recorder.verify().differences
    assert (difference.file, difference.field, difference.recorded) == ("config.json", field, value)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"fule": 1}, "/limits/fule: no such limit; there are calls, fuel, memory, output, prompt, result, wall"),
        ({"fuel": -1}, "/limits/fuel: -1 is not a limit"),
        ({"fuel": 0}, "/limits/fuel: 0 is not a limit"),
        ({"fuel": 2**63}, "is not a limit"),
        ({"fuel": None}, "/limits/fuel: a number was expected"),
    ],
)
def test_limits_that_are_none_are_refused(recorder: Any, asks_twice: bytes, limits: dict[str, Any], said: str) -> None:
    recorder.record({"p": asks_twice})
    recorder.configure(limits=limits)
    with pytest.raises(RecordError) as refused:
        recorded_limits(open_package(recorder.folder), load_contract("cgr"))
    assert said in str(refused.value)


def test_a_configuration_is_read_back_as_it_was_written(recorder: Any, asks_twice: bytes) -> None:
    contract = load_contract("cgr")
    recorder.record({"p": asks_twice, "q": asks_twice}, verdicts={"q": "observe"})
    package = open_package(recorder.folder)
    assert recorded_include(package, package.results()) == {"approved"}
    assert recorded_limits(package, contract) == Limits()
    recorder.configure(include=None, limits={"calls": 0, "wall": 2.5})
    package = open_package(recorder.folder)
    assert recorded_include(package, package.results()) == {"approved"}
    assert recorded_limits(package, contract) == Limits(calls=0, wall=2.5)
    recorder.configure(limits=None)
    assert recorded_limits(open_package(recorder.folder), contract) == Limits(calls=100)
