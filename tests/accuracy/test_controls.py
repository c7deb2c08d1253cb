"""The assisted answers against controls on the same rows; every count is also in ``test_recount``."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from cgr_audit.accuracy.controls.comparison import ControlComparison
from cgr_audit.accuracy.controls.tables import control_tables, printed_controls
from cgr_audit.accuracy.intervals.estimates import Method, Resampling, differences
from cgr_audit.accuracy.join import Joined, join_package, joined_tables
from cgr_audit.accuracy.long_table import long_table
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.schema import require_record
from cgr_audit.source.contract import load_contract

OPTIONS = tuple({"id": letter, "text": letter} for letter in "ABC")
SOLVERS = ("s", "t", "u")
DATASETS = ("d", "e", "f")
ITEMS = 8
SOURCE = b"def solve(question):\n    return 'B', 'B', 1\n"
SETTINGS = Settings(resampling=Resampling(60, seed=3))


def right_of(*parts: str | int) -> bool:
    """An arbitrary answer, the same every time."""
    return sum(map(ord, "".join(map(str, parts)))) % 3 == 0


def rows() -> list[ResultRow]:
    return [
        ResultRow(
            dataset, str(number), solver, "g", 0,
            solverLLM_baseline_ans="B" if right_of(dataset, number, solver) and solver != "u" else "A",
            solverLLM_assisted_ans="B" if right_of(number, solver, dataset, 7) or number % 2 else "A", genLLM_ans="B",
            genLLM_difficulty=number % 3, outcome="completed", attempts=1, direct_calls=1,
            assisted_calls=2 + number % 3,
        )
        for dataset in DATASETS
        for number in range(ITEMS)
        for solver in SOLVERS
    ]  # fmt: skip


def control(row: ResultRow, name: str, right: bool | None, *, matched: bool = False, calls: int = 1) -> dict[str, Any]:
    return {
        **{key: getattr(row, key) for key in ("dataset", "item_id", "solver")},
        "generator": row.generator if matched else None,
        "sample": row.sample if matched else None,
        "control": name,
        "is_matched": matched,
        "calls": calls,
        "answer": None if right is None else "B" if right else "A",
        "right": right,
        "error": "no answer from the service" if right is None else None,
    }


def write_package(folder: Path, controls: list[dict[str, Any]]) -> Path:
    write_items(folder, [Item(str(number), name, "?", OPTIONS, ("B",)) for name in DATASETS for number in range(9)])
    sha256 = hashlib.sha256(SOURCE).hexdigest()
    programs = [
        (ProgramRecord(f"g/{name}/{number}.0.py", name, str(number), "g", 0, sha256), SOURCE)
        for name in DATASETS
        for number in range(ITEMS)
    ]
    write_programs(folder, programs)
    write_solvers(folder, {name: SolverEntry(registered=True, provider="p", model_id=f"m-{name}") for name in SOLVERS})
    write_lines(folder / "results.jsonl", map(to_record, rows()))
    if controls:
        write_lines(folder / "controls.jsonl", controls)
    write_manifest(folder, name="controls", contract="cgr", created=None)
    return folder


def joined_of(folder: Path) -> Joined:
    return join_package(open_package(folder), load_contract("cgr"), SETTINGS)


@pytest.fixture(scope="module")
def joined(tmp_path_factory: pytest.TempPathFactory) -> Joined:
    """Matched self-consistency of all rows but one that failed and one that is not there; cot once for each item."""
    made = []
    for place, row in enumerate(rows()):
        right = None if place == 5 else right_of("sc", row.item_id, row.solver)
        if place != 9:
            calls = row.assisted_calls if place != 12 else 1
            made.append(control(row, "self-consistency", right, matched=True, calls=calls or 0))
        made.append(control(row, "cot", right_of("cot", row.item_id, row.dataset)))
    alone = ResultRow("d", "8", "s", "g", 0)
    made += [control(alone, "direct", right=True), control(alone, "cot", right=False)]
    return joined_of(write_package(tmp_path_factory.mktemp("controls"), made))


def named(joined: Joined, label: str, partition: str = "all") -> ControlComparison:
    return next(
        one for one in joined.summary.controls.comparisons if (one.label, one.partition.value) == (label, partition)
    )


def test_a_row_without_gold_is_compared_with_no_control(tmp_path: Path) -> None:
    made = [control(row, "cot", right_of("cot", row.item_id)) for row in rows()]
    folder = write_package(tmp_path, [{**one, "right": None} if one["item_id"] == "0" else one for one in made])
    items = open_package(folder).items.values()
    write_items(folder, (replace(item, correct_ids=item.correct_ids * (item.item_id != "0")) for item in items))
    write_manifest(folder, name="controls", contract="cgr", created=None)
    compared = [named(joined_of(folder), label) for label in ("direct", "cot")]
    assert [(one.rows, one.unanswered, one.without_control) for one in compared] == [(63, 9, 0)] * 2
    assert len({one.both + one.only_assisted for one in compared}) == 1


def test_rows_are_paired_and_those_without_a_control_are_counted(joined: Joined) -> None:
    matched = named(joined, "self-consistency (matched)")
    assert (matched.rows, matched.without_control, matched.unanswered) == (70, 1, 1)
    assert (matched.known_calls, matched.equal_calls) == (70, 69)
    wrong = [row for place, row in enumerate(rows()) if place not in {5, 9}]
    pairs = [(right_of("sc", row.item_id, row.solver), row.solverLLM_assisted_ans == "B") for row in wrong]
    assert matched.both == pairs.count((True, True))
    assert (matched.only_control, matched.only_assisted) == (pairs.count((True, False)), pairs.count((False, True)))
    difference = matched.estimate("micro", "difference")
    assert difference is not None
    assert difference.value == pytest.approx(100 * (matched.only_assisted - matched.only_control) / 70)


def test_matched_controls_come_first_and_the_direct_channel_is_one_of_them(joined: Joined) -> None:
    labels = [one.label for one in joined.summary.controls.comparisons if one.partition.value == "all"]
    assert labels == ["self-consistency (matched)", "direct", "cot"]
    direct = named(joined, "direct")
    assert direct.estimate("micro", "difference").value == joined.summary.headlines[0].micro.gain  # type: ignore[union-attr]


def test_an_item_without_a_program_is_in_no_comparison_and_in_the_controls_own_answers(joined: Joined) -> None:
    answers = {line["control"]: line for line in joined.summary.controls.answers}
    assert (answers["direct"]["rows"], answers["direct"]["without_program_rows"]) == (1, 1)
    assert (answers["cot"]["rows"], answers["cot"]["without_program_right"]) == (73, 0)
    assert named(joined, "cot").rows == 72


def test_intervals_are_those_of_a_difference_of_two_tables_resampled_together(joined: Joined) -> None:
    """The gain of one table, its direct answers replaced by the control's, is the difference of two paired tables."""
    table = joined.summary.kept.counted()
    cot = [right_of("cot", *key) for key in zip(table["item_id"], table["dataset"], strict=True)]
    first = table.assign(assisted_correct=pd.array(cot, dtype="boolean"))
    expected = differences(first, table, SETTINGS.resampling, figures=[("micro", "assisted"), ("macro", "assisted")])
    for wanted in expected:
        found = named(joined, "cot").estimate(wanted.average, "difference")
        assert found is not None
        assert found.value == pytest.approx(wanted.value)
        for method in Method:
            one, other = found.interval(method), wanted.interval(method)
            assert one.low == pytest.approx(other.low)
            assert one.high == pytest.approx(other.high)
            assert one.units == other.units


def test_partitions_follow_the_direct_answers_whatever_the_control_says(joined: Joined) -> None:
    zero, other = (named(joined, "cot", name) for name in ("zero_baseline", "non_zero_baseline"))
    assert (zero.rows, other.rows) == (24, 48)
    assert {solver for _, solver in joined.summary.headlines[0].zero_pairs} == {"u"}
    assert joined.summary.headlines[0].zero_micro.rows == 24
    assert joined.summary.headlines[0].zero_micro.direct == 0


def test_every_figure_stands_in_json_tables_and_the_long_table(joined: Joined) -> None:
    require_record("accuracy", json.loads(json.dumps(joined.to_record())))
    tables = {table.name: table for table in joined_tables(joined)}
    assert {"controls", "control-intervals", "control-tests", "control-answers", "sources", "roster"} <= tables.keys()
    assert [table.name for table in printed_controls(joined.summary)] == ["controls"]
    lines = [line for line in long_table(joined.summary).records if line["section"] == "controls"]
    assert {line["measure"] for line in lines} == {"control", "assisted", "difference"}
    assert {line["group"] for line in lines} == {"self-consistency (matched)", "direct", "cot"}


def test_treatments_that_make_no_difference_are_printed_as_one(joined: Joined) -> None:
    def treatments(*compared: ControlComparison) -> set[str]:
        (table,) = printed_controls(replace(joined.summary, controls=replace(of_all, comparisons=compared)))
        return {record["treatment"] for record in table.records}

    of_all = joined.summary.controls
    one = named(joined, "cot")
    same, fewer = (
        replace(one, treatment=Treatment.DROPPED),
        replace(one, treatment=Treatment.DROPPED, rows=one.rows - 1),
    )
    kept = replace(one, treatment=Treatment.KEPT)
    assert treatments(same, kept) == {"all"}
    assert treatments(fewer, kept) == {Treatment.DROPPED.label, Treatment.KEPT.label}


def test_fewer_than_ten_rows_have_counts_and_no_percentage(tmp_path: Path) -> None:
    made = [control(row, "cot", right=True) for row in rows()[:9]]
    (_, few) = joined_of(write_package(tmp_path, made)).summary.controls.comparisons[:2]
    assert (few.label, few.rows, few.estimates, few.without_control) == ("cot", 9, (), 63)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "/control: duplicate of line 1"),
        ({"item_id": "99"}, "/item_id: items.jsonl has no '99' of 'd'"),
        ({"solver": "v"}, "/solver: solvers.json has no 'v'"),
        ({"generator": "g"}, "/sample: generator and sample must both be null, or neither"),
        ({"calls": 10**30}, f"/calls: {10**30} is too large; the largest is {2**63 - 1}"),
        ({"prompt_tokens": 10**30}, f"/prompt_tokens: {10**30} is too large; the largest is {2**63 - 1}"),
    ],
)
def test_a_control_row_that_cannot_be_one_is_refused_with_its_line(
    tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    good = control(rows()[0], "cot", right=True)
    folder = write_package(tmp_path, [good, {**good, **changed}])
    with pytest.raises(RecordError) as caught:
        open_package(folder)
    assert str(caught.value) == f"{folder / 'controls.jsonl'}:2: {said}"


def test_without_controls_there_is_nothing_to_compare(tmp_path: Path) -> None:
    summary = joined_of(write_package(tmp_path, [])).summary
    assert summary.controls.to_record() == {"answers": [], "comparisons": []}
    assert control_tables(summary) == []
