"""What scorecards have in common: groups, breakdowns, dropped rows, the join with an audit, files."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import pyarrow.parquet
import pytest

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.errors import UsageError
from cgr_audit.schema import check_record
from cgr_audit.scorecards.audit_breakdowns import AuditRecords
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.row_source import RowKey, Rows, RowSource
from cgr_audit.scorecards.scorecard import Division, Group, Scored, score
from cgr_audit.scorecards.scorecard_files import scorecard_record, write_scorecard
from cgr_audit.scorecards.scored_rows import Breakdown, ScoredRows
from cgr_audit.scorecards.tables import division_table, long_table, scorecard_tables


@dataclass(frozen=True, slots=True)
class Plain:
    """A scorecard that counts rows that are right; those that say nothing are dropped."""

    name: ClassVar[str] = "clr-bench"
    title: ClassVar[str] = "Plain"
    schema: ClassVar[str] = "clr_bench_row"
    key: ClassVar[RowKey] = RowKey(("id",))
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (("model",), ("nowhere",))
    order: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"size": ("small", "large")})
    finds: ClassVar[frozenset[str]] = frozenset({"found"})

    def settings(self) -> dict[str, Any]:
        return {"strictness": 3}

    def fault(self, record: Mapping[str, Any]) -> str | None:
        del record
        return None

    def scored(self, rows: Rows) -> ScoredRows:
        table = rows.table()
        right = np.array([bool(value) for value in table["right"]])
        return ScoredRows(
            rows=table,
            found_of_rows={"found": right.tolist()},
            sums=np.stack([np.ones(len(table)), right.astype(float)], axis=1),
            measures=(
                Measure("rate", "right", "Share of right rows.", ratio(1, 0), 0, 1),
                Measure("again", "again", "The same once more.", ratio(1, 0), 0),
            ),
            dropped=np.array([None if value is not None else "no_answer" for value in table["right"]], dtype=object),
            notes=("A note.",),
            breakdowns=(Breakdown("by-half", "By half", "Rows may be in both.", "half", {"all": right | True}),),
        )


def rows_of(*records: Mapping[str, Any], bad: tuple[str, ...] = ()) -> Rows:
    given = [{"id": number, **record} for number, record in enumerate(records)]
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(given, start=1)]
    return Rows(given, places, bad, (RowSource("rows.jsonl", "0" * 64, len(given) + len(bad)),))


ROWS = rows_of(
    {"model": "a", "right": True, "program_id": "p", "level": 1},
    {"model": "a", "right": False, "program_id": "q", "level": 2},
    {"model": "b", "right": True, "program_id": "p", "level": 2},
    {"model": "b", "right": None, "program_id": "r", "level": None},
    {"model": "b", "right": True, "program_id": "x", "level": 2},
    bad=("rows.jsonl:6: /id: odd",),
)
AUDITED = AuditRecords(
    "audit.json",
    {"p": frozenset({"CGR101", "CGR202"}), "q": frozenset(), "r": frozenset({"CGR101"})},
    {"p": "observe", "q": "approved", "r": "refused"},
    {"p": frozenset({"completed", "crashed"}), "q": frozenset({"completed"})},
)


def division(scored: Scored, name: str) -> Division:
    return next(one for one in scored.divisions if one.name == name)


def counts(groups: tuple[Group, ...]) -> dict[str, tuple[int, int | None, dict[str, int]]]:
    return {
        ", ".join(value for _, value in group.labels): (
            group.figures[0].rows,
            group.figures[0].correct,
            dict(group.dropped),
        )
        for group in groups
    }


def test_dropped_and_bad_rows_are_in_no_figure_and_counted() -> None:
    scored = score(Plain(), ROWS)
    assert scored.read == 6
    assert (scored.overall.figures[0].rows, scored.overall.figures[0].correct) == (4, 3)
    assert dict(scored.overall.dropped) == {"bad_row": 1, "no_answer": 1}


def test_usual_groups_are_made_where_rows_have_the_fields() -> None:
    scored = score(Plain(), ROWS)
    assert [one.name for one in scored.divisions] == ["by-model", "by-half"]
    assert counts(division(scored, "by-model").groups) == {"a": (2, 1, {}), "b": (2, 2, {"no_answer": 1})}


def test_rows_are_grouped_by_any_field_and_by_several_at_once() -> None:
    scored = score(Plain(), ROWS, by=["model", "level"])
    assert counts(division(scored, "by-model-level").groups) == {
        "a, 1": (1, 1, {}),
        "a, 2": (1, 0, {}),
        "b, 2": (2, 2, {}),
        "b, (none)": (0, 0, {"no_answer": 1}),
    }


@pytest.mark.parametrize("field", ["rate", "rows", "correct", "dropped", "interval", "interval_low", "again", "a/../b"])
def test_a_field_may_have_any_name_and_loses_no_group(field: str, tmp_path: Path) -> None:
    """Also that of a figure, or what would be a folder."""
    rows = rows_of(*({"right": True, field: value} for value in "xxy"))
    write_scorecard(score(Plain(), rows, by=[field], resampling=Resampling(100)), tmp_path)
    name = f"by-{field.replace('/', '-')}"
    with (tmp_path / "clr-bench-tables" / f"{name}.csv").open(newline="") as stream:
        lines = [list(line.values())[:3] for line in csv.DictReader(stream)]
    assert lines == [["x", "2", "2"], ["y", "1", "1"]]
    columns = pyarrow.parquet.read_table(tmp_path / "clr-bench-tables" / f"{name}.parquet").column_names
    assert len(columns) == len(set(columns))


def test_fields_of_which_one_has_the_name_that_another_would_get_keep_their_columns() -> None:
    rows = rows_of({"right": True, "rate": "x", "field_rate": "y"}, {"right": True, "rate": "z", "field_rate": "y"})
    scored = score(Plain(), rows, by=["rate", "field_rate"])
    found = division_table(scored, division(scored, "by-rate-field_rate"))
    assert [column.key for column in found.columns[:2]] == ["field_rate", "field_field_rate"]
    assert [(line["field_rate"], line["field_field_rate"]) for line in found.records] == [("x", "y"), ("z", "y")]


def test_integers_of_any_size_are_written_with_all_their_digits(tmp_path: Path) -> None:
    """Seeds and hashes of 64 bits without a sign are too large for a column of integers."""
    rows = rows_of({"right": True, "seed": 2**64, "mean": 0.5, "small": 3}, {"right": True, "seed": 1, "mean": 10**400})
    write_scorecard(score(Plain(), rows, resampling=Resampling(100)), tmp_path)
    lines = pyarrow.parquet.read_table(tmp_path / "clr-bench-rows.parquet").to_pylist()
    assert [(line["seed"], line["mean"], line["small"]) for line in lines] == [
        (str(2**64), "0.5", 3),
        ("1", str(10**400), None),
    ]


def test_a_field_that_is_named_as_what_is_found_is_kept_and_grouped_by(tmp_path: Path) -> None:
    rows = rows_of(*({"right": True, "found": value, "dropped": "yes", "found_dropped": 1} for value in "xxy"))
    scored = score(Plain(), rows, by=["found"])
    assert counts(division(scored, "by-found").groups) == {"x": (2, 2, {}), "y": (1, 1, {})}
    assert scored.scored.notes == (
        "A note.",
        "found, dropped are fields of the rows, and kept: what the scorecard finds stands under found_found, "
        "found_found_dropped.",
    )
    assert [group.labels for group in division(score(Plain(), rows, by=["found_found"]), "by-found_found").groups] == [
        (("found_found", "true"),)
    ]
    write_scorecard(scored, tmp_path)
    lines = pyarrow.parquet.read_table(tmp_path / "clr-bench-rows.parquet").to_pylist()
    assert lines[2] == {
        "id": 2, "right": True, "found": "y", "dropped": "yes", "found_dropped": 1,
        "found_found": True, "found_found_dropped": None,
    }  # fmt: skip


def test_fields_whose_names_have_no_utf_8_are_written_apart(tmp_path: Path) -> None:
    write_scorecard(score(Plain(), rows_of({"right": True, "\ud800": 1, "\\ud800": 2, "": 3})), tmp_path)
    (line,) = pyarrow.parquet.read_table(tmp_path / "clr-bench-rows.parquet").to_pylist()
    assert line == {
        "id": 0, "right": True, '"\\ud800"': 1, '"\\\\ud800"': 2, "": 3, "found": True, "dropped": None,
    }  # fmt: skip


def test_a_field_that_is_asked_for_twice_is_one(tmp_path: Path) -> None:
    scored = score(Plain(), ROWS, by=["level", "model", "level"])
    assert scored.settings["by"] == ["level", "model"]
    assert [one.name for one in scored.divisions] == ["by-model", "by-level-model", "by-half"]
    assert [one.name for one in score(Plain(), ROWS, by=["model", "model"]).divisions] == ["by-model", "by-half"]


def test_values_of_different_kinds_are_groups_of_their_own() -> None:
    values = [1, "1", True, "true", None, "(none)", 1.0, "b"]
    scored = score(Plain(), rows_of(*({"right": True, "kind": value} for value in values)), by=["kind"])
    assert {name: rows for name, (rows, _, _) in counts(division(scored, "by-kind").groups).items()} == {
        "1": 2, "true": 1, '"(none)"': 1, '"1"': 1, "b": 1, '"true"': 1, "(none)": 1,
    }  # fmt: skip


def test_groups_stand_in_the_order_that_is_known_and_else_by_size() -> None:
    sizes = ["medium", "large", None, "small", 10, 9]
    scored = score(Plain(), rows_of(*({"right": True, "size": size} for size in sizes)), by=["size"])
    assert list(counts(division(scored, "by-size").groups)) == ["small", "large", "9", "10", "medium", "(none)"]


def test_long_names_are_cut_where_people_read_and_whole_where_programs_do(tmp_path: Path) -> None:
    field, names = "f" * 300, ["m" * 100_000, "m" * 50_000 + "x" + "m" * 49_999, "short"]
    scored = score(Plain(), rows_of(*({"right": True, field: name} for name in names)), by=[field])
    found = next(one for one in scored.divisions if one.groups[0].labels[0][0] == field)
    assert len(found.name.encode()) < 120
    table = division_table(scored, found)
    assert [cells[0] for cells in table.cells()] == [f"{'m' * 20}…{'m' * 19}", f"{'m' * 19}…2…{'m' * 18}", "short"]
    assert [cells[0] for cells in table.cells(whole=True)] == names
    write_scorecard(scored, tmp_path)
    for ending in ("md", "tex"):
        assert "m" * 41 not in (tmp_path / f"clr-bench.{ending}").read_text()
    lines = pyarrow.parquet.read_table(tmp_path / "clr-bench-tables" / f"{found.name}.parquet").to_pylist()
    assert {line[field] for line in lines} == set(names)
    assert names[1] in (tmp_path / "clr-bench-tables" / f"{found.name}.csv").read_text()


def test_figures_that_rest_on_few_rows_and_intervals_without_width_are_marked() -> None:
    rows = rows_of(
        *({"right": at % 2 == 0, "model": "few"} for at in range(5)),
        *({"right": True, "model": "alike"} for _ in range(12)),
        *({"right": at % 3 == 0, "model": "many"} for at in range(12)),
    )
    scored = score(Plain(), rows)
    table = division_table(scored, division(scored, "by-model"))
    assert [(*cells[0:2], cells[4].partition(" (")[2]) for cells in table.cells()] == [
        ("alike", "12", "no width)"),
        ("few", "5", "5 rows)"),
        ("many", "12", ""),
    ]
    assert [record["too_few"] for record in table.records] == [False, True, False]
    assert table.fields()["too_few"] == "flag"
    assert "In brackets" in scorecard_tables(scored)[0].note


def test_where_nothing_is_marked_nothing_is_said_of_marks() -> None:
    rows = rows_of(*({"right": at % 3 == 0, "model": "many"} for at in range(12)))
    scored = replace(score(Plain(), rows), divisions=())
    assert "In brackets" not in scorecard_tables(scored)[0].note


def test_groups_of_a_field_stand_beside_a_division_of_that_name() -> None:
    rows = rows_of(*({"right": True, "half": value} for value in "ab"))
    scored = score(Plain(), rows, by=["half"])
    assert [one.name for one in scored.divisions] == ["by-half-field", "by-half"]
    assert counts(division(scored, "by-half-field").groups) == {"a": (1, 1, {}), "b": (1, 1, {})}
    assert counts(division(scored, "by-half").groups) == {"all": (2, 2, {})}


def test_a_usual_division_is_not_made_twice() -> None:
    assert [one.name for one in score(Plain(), ROWS, by=["model"]).divisions] == ["by-model", "by-half"]


def test_a_field_that_no_row_has_is_wrong_usage_with_those_there_are() -> None:
    with pytest.raises(UsageError, match=r"--by house: no row has that field; there are: id, model, right"):
        score(Plain(), ROWS, by=["house"])


def test_rows_that_cannot_be_grouped_or_joined_are_refused_before_they_are_scored() -> None:
    class Untouched(Plain):
        def scored(self, rows: Rows) -> ScoredRows:
            raise AssertionError("scored")

    with pytest.raises(UsageError, match=r"--by house: .*; there are: id, model, right, found$"):
        score(Untouched(), rows_of({"model": "a", "right": True}), by=["model", "house"])
    with pytest.raises(UsageError, match="joined by program_id"):
        score(Untouched(), rows_of({"model": "a", "right": True}), audited=AUDITED)


def test_what_a_scorecard_finds_may_be_grouped_by() -> None:
    assert counts(division(score(Plain(), ROWS, by=["found"]), "by-found").groups) == {
        "false": (1, 0, {"no_answer": 1}),
        "true": (3, 3, {}),
    }


def test_every_row_is_in_exactly_one_group_of_fields() -> None:
    """Groups add up to the whole, whatever the values are."""
    values = [None, "", "a", 1, 1.5, True, "1", "true", "(none)", "b"]
    generator = np.random.default_rng(1)
    rows = rows_of(
        *({"model": values[at], "right": bool(at % 2), "level": values[-at]} for at in generator.integers(0, 9, 300))
    )
    scored = score(Plain(), rows, by=["model", "level"])
    for one in (division(scored, "by-model"), division(scored, "by-model-level")):
        assert sum(group.figures[0].rows for group in one.groups) == 300
        assert sum(group.figures[0].correct or 0 for group in one.groups) == scored.overall.figures[0].correct


def test_findings_verdicts_and_outcomes_divide_rows_by_their_program() -> None:
    scored = score(Plain(), ROWS, audited=AUDITED)
    assert counts(division(scored, "by-finding").groups) == {
        "not audited": (1, 1, {}),
        "with a finding": (2, 2, {"no_answer": 1}),
        "without a finding": (1, 0, {}),
    }
    assert counts(division(scored, "by-rule").groups) == {
        "CGR101": (2, 2, {"no_answer": 1}),
        "CGR202": (2, 2, {}),
    }
    assert set(counts(division(scored, "by-verdict").groups)) == {"approved", "not audited", "observe", "refused"}
    assert counts(division(scored, "by-outcome").groups) == {
        "completed": (3, 2, {}),
        "crashed": (2, 2, {}),
        "not run": (1, 1, {"no_answer": 1}),
    }
    assert scored.audited == "audit.json"


def test_what_an_audit_knows_is_crossed_with_fields_of_rows() -> None:
    scored = score(Plain(), ROWS, by=["model", "finding"], audited=AUDITED)
    groups = division(scored, "by-model-finding").groups
    assert {tuple(dict(group.labels).values()): group.figures[0].rows for group in groups} == {
        ("a", "with a finding"): 1,
        ("a", "without a finding"): 1,
        ("b", "not audited"): 1,
        ("b", "with a finding"): 1,
    }
    table = scored.scored.table()
    assert table["rules"].tolist() == ["CGR101, CGR202", None, "CGR101, CGR202", "CGR101", None]
    assert table["verdict"].tolist() == ["observe", "approved", "observe", "refused", "not audited"]
    assert table["outcome"].tolist() == ["completed, crashed", "completed", "completed, crashed", "not run", "not run"]


def test_findings_cannot_be_joined_to_rows_without_programs() -> None:
    with pytest.raises(UsageError, match=r"audit\.json: findings are joined by program_id, and no row has that field"):
        score(Plain(), rows_of({"model": "a", "right": True}), audited=AUDITED)


def test_the_document_is_what_its_schema_says_and_has_the_same_figures_as_the_tables() -> None:
    scored = score(Plain(), ROWS, by=["level"], audited=AUDITED)
    record = scorecard_record(scored)
    assert check_record("scorecard", record) is None
    assert (record["overall"]["rows"], record["overall"]["correct"], record["overall"]["rate"]) == (4, 3, 0.75)
    assert record["settings"] == {"strictness": 3, "by": ["level"], "resamples": 10_000, "seed": 0, "level": 0.95}
    assert record["bad_rows"] == ["rows.jsonl:6: /id: odd"]
    groups = [("overall", record["overall"])]
    groups += [(one["name"], group) for one in record["divisions"] for group in one["groups"]]
    of_document = [
        (name, ", ".join(f"{field}={value}" for field, value in group["group"].items()), key, figure["rows"])
        for name, group in groups
        for key, figure in group["measures"].items()
    ]
    lines = long_table(scored).records
    assert of_document == [(line["division"], line["group"], line["measure"], line["rows"]) for line in lines]


def test_percentages_are_shown_and_fractions_stored(tmp_path: Path) -> None:
    scored = score(Plain(), ROWS)
    overall = scorecard_tables(scored)[0]
    assert overall.cells()[0][:4] == ("right", "4", "3", "75.00")
    write_scorecard(scored, tmp_path)
    with (tmp_path / "clr-bench-tables" / "overall.csv").open(newline="") as stream:
        assert next(csv.DictReader(stream))["rate"] == "0.75"


def test_every_file_is_written_and_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    scored = score(Plain(), ROWS, audited=AUDITED)
    paths = write_scorecard(scored, tmp_path / "first")
    write_scorecard(score(Plain(), ROWS, audited=AUDITED), tmp_path / "second")
    assert [path.name for path in paths] == [
        "clr-bench.json", "clr-bench.csv", "clr-bench.parquet", "clr-bench.md", "clr-bench.tex",
        "clr-bench-rows.csv", "clr-bench-rows.parquet",
    ]  # fmt: skip
    first = sorted(path.relative_to(tmp_path / "first") for path in (tmp_path / "first").rglob("*.*"))
    assert first == sorted(path.relative_to(tmp_path / "second") for path in (tmp_path / "second").rglob("*.*"))
    for name in first:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name
    assert json.loads((tmp_path / "first" / "clr-bench.json").read_bytes())["overall"]["rows"] == 4


def test_tables_of_an_earlier_run_are_removed_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "clr-bench-tables"
    write_scorecard(score(Plain(), ROWS, by=["level"]), tmp_path)
    before = {path.name for path in folder.iterdir()}
    for name in ("by-level.txt", "mine.csv", "by-mine.csv", "by-mine.md"):
        (folder / name).write_text("mine")
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), folder / "by-mine.parquet")
    write_scorecard(score(Plain(), ROWS), tmp_path)
    gone = {f"by-level.{ending}" for ending in ("csv", "parquet", "md", "tex")}
    mine = {"by-level.txt", "mine.csv", "by-mine.csv", "by-mine.md", "by-mine.parquet"}
    assert {path.name for path in folder.iterdir()} == (before - gone) | mine
    assert gone < before


def test_the_rows_are_written_with_what_was_found_and_why_they_are_dropped(tmp_path: Path) -> None:
    rows = rows_of(
        {"model": "=a", "right": True, "steps": ["x", 1], "level": 1, "share": 1},
        {"model": None, "right": None, "steps": None, "level": None, "share": 0.5},
    )
    write_scorecard(score(Plain(), rows), tmp_path)
    first, second = pyarrow.parquet.read_table(tmp_path / "clr-bench-rows.parquet").to_pylist()
    assert first == {
        "id": 0, "model": "=a", "right": True, "steps": '["x",1]', "level": 1, "share": 1.0,
        "found": True, "dropped": None,
    }  # fmt: skip
    assert second == {
        "id": 1, "model": None, "right": None, "steps": None, "level": None, "share": 0.5,
        "found": False, "dropped": "no_answer",
    }  # fmt: skip
    with (tmp_path / "clr-bench-rows.csv").open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [line["model"] for line in lines] == ["'=a", ""]
    assert [line["dropped"] for line in lines] == ["", "no_answer"]
