"""Rows made of a package's solver calls."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import NothingCollectedError
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import Channel, ItemKey, RowKey
from cgr_audit.records.writing import write_manifest
from cgr_audit.schema import check_record
from cgr_audit.scorecards.retraceqa.package_traces import PackageTraces, package_traces
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.source.contract import load_contract

DEMO = Path(__file__).resolve().parents[3] / "corpus" / "demo"
CONTRACT = load_contract("cgr")
FIRST = ("everyday_physics", "ep-01", "small-3b", "gen-large", 0)


@pytest.fixture(scope="module")
def demo() -> TracePackage:
    return open_package(DEMO)


@pytest.fixture(scope="module")
def traces(demo: TracePackage) -> PackageTraces:
    return package_traces(demo, Channel.ASSISTED, CONTRACT)


def key_of(row: dict[str, Any]) -> RowKey:
    return RowKey(row["dataset"], row["item_id"], row["model"], row["generator"], row["sample"])


def test_every_row_is_one_by_its_schema_and_no_fault_is_in_it(traces: PackageTraces) -> None:
    for row in traces.rows:
        assert check_record("retraceqa_row", row) is None
        assert ReTraceQa().fault(row) is None


def test_every_attempt_of_every_row_is_a_trace_with_a_key_of_its_own(demo: TracePackage, traces: PackageTraces) -> None:
    attempts = {row.key: row.attempts for row in demo.results()}
    assert Counter(map(key_of, traces.rows)) == attempts
    assert len(set(map(ReTraceQa.key.of, traces.rows))) == len(traces.rows) == 309
    assert (traces.without_attempt, traces.incomplete) == (0, 0)


def test_every_call_is_a_step_in_its_place(demo: TracePackage, traces: PackageTraces) -> None:
    calls = [call for call in demo.calls() if call.channel == "assisted"]
    assert sum(len(row["steps"]) for row in traces.rows) == len(calls) == 792
    by_attempt = {(*key_of(row), row["attempt"]): row["steps"] for row in traces.rows}
    for call in calls:
        step = by_attempt[*call.key, call.attempt][call.call_index]
        assert step == f"Prompt: {call.prompt}\n\nResponse: {call.response}"


@pytest.mark.parametrize("channel", Channel)
def test_the_last_attempt_is_right_where_its_answer_is_and_of_earlier_ones_nothing_is_known(
    demo: TracePackage, channel: Channel
) -> None:
    answers = {
        row.key: row.solverLLM_assisted_ans if channel is Channel.ASSISTED else row.solverLLM_baseline_ans
        for row in demo.results()
    }
    rows = package_traces(demo, channel, CONTRACT).rows
    last = {key_of(row): row for row in rows}
    assert {key: row["answer_correct"] for key, row in last.items()} == {
        key: answer in demo.items[ItemKey(key.dataset, key.item_id)].correct_ids for key, answer in answers.items()
    }
    earlier = [row for row in rows if row is not last[key_of(row)]]
    assert len(earlier) > 20
    assert {row["answer_correct"] for row in earlier} == {None}


def test_of_an_answer_that_the_harness_failed_to_give_nothing_is_known(tmp_path: Path) -> None:
    results = lines("results")
    for record in results:
        if is_first(record):
            record |= {"outcome": "host_failure", "solverLLM_assisted_ans": None}
    found = package_traces(changed(tmp_path, results=results), Channel.ASSISTED, CONTRACT)
    assert found.rows[0]["answer_correct"] is None
    assert found.rows[1]["answer_correct"] is True


def test_programs_are_named_so_that_findings_can_be_joined(demo: TracePackage, traces: PackageTraces) -> None:
    known = {(*program.key[:2], *program.key[2:]): program.program_id for program in demo.programs}
    for row in traces.rows:
        assert row["program_id"] == known[row["dataset"], row["item_id"], row["generator"], row["sample"]]


def changed(tmp_path: Path, **files: list[dict[str, Any]] | None) -> TracePackage:
    """The demo with other lines in some of its files, or without them."""
    folder = tmp_path / "package"
    shutil.copytree(DEMO, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    for name, records in files.items():
        path = folder / f"{name}.jsonl"
        path.unlink()
        if records is not None:
            write_lines(path, records)
    (folder / "manifest.json").unlink()
    write_manifest(folder, name=manifest["name"], contract=manifest["contract"], created=None)
    return open_package(folder)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DEMO / f"{name}.jsonl").read_text("utf-8").splitlines()]


def is_first(record: dict[str, Any]) -> bool:
    return tuple(record[name] for name in RowKey._fields) == FIRST


def test_a_row_that_says_that_it_made_more_calls_than_there_are_is_left_out_and_counted(tmp_path: Path) -> None:
    calls = [call for call in lines("calls") if not (is_first(call) and call["call_index"] == 8)]
    found = package_traces(changed(tmp_path, calls=calls), Channel.ASSISTED, CONTRACT)
    assert (len(found.rows), found.incomplete) == (308, 1)
    assert RowKey(*FIRST) not in map(key_of, found.rows)


def test_a_row_that_was_not_executed_has_no_trace_and_is_counted(tmp_path: Path) -> None:
    results = lines("results")
    for record in results:
        if is_first(record):
            record |= {"outcome": "refused", "attempts": 0, "assisted_calls": 0, "solverLLM_assisted_ans": None}
    calls = [call for call in lines("calls") if not (is_first(call) and call["channel"] == "assisted")]
    found = package_traces(changed(tmp_path, results=results, calls=calls), Channel.ASSISTED, CONTRACT)
    assert (len(found.rows), found.without_attempt) == (308, 1)


def test_a_failed_call_is_a_step_that_says_so(tmp_path: Path) -> None:
    calls = lines("calls")
    for call in calls:
        if is_first(call) and call["channel"] == "assisted" and call["call_index"] == 2:
            call |= {"response": None, "error": "timed out"}
    found = package_traces(changed(tmp_path, calls=calls), Channel.ASSISTED, CONTRACT)
    assert found.rows[0]["steps"][2].endswith("\n\nResponse: (the call failed: timed out)")


def test_a_package_without_calls_has_no_traces(tmp_path: Path) -> None:
    with pytest.raises(NothingCollectedError, match=r"calls\.jsonl: is not there, so that there are no traces"):
        package_traces(changed(tmp_path, calls=None), Channel.ASSISTED, CONTRACT)
