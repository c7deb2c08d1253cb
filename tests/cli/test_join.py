from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.execution.test_partial import begun, finish

FILES = (
    *("rows.csv", "rows.parquet", "accuracy.json"),
    *("accuracy.csv", "accuracy.parquet", "accuracy.md", "accuracy.tex"),
)


def test_rows_and_accuracy_are_written_and_the_headline_is_printed(
    command: Any, finished: Path, tmp_path: Path
) -> None:
    done = command("join", finished, "--out", tmp_path / "join")
    assert done.code == 0
    lines = [f"wrote {tmp_path / 'join' / name}" for name in FILES]
    assert done.err.splitlines() == [
        *lines,
        f"wrote each table to {tmp_path / 'join/tables'} as csv, parquet, tex and md",
    ]
    shown = done.out.decode()
    titles = re.findall(r"^## (.*)$", shown, re.MULTILINE)
    assert titles == [
        "Accuracy under four treatments of programs that are not approved",
        "Intervals of the gain",
        "Answers per channel",
    ]
    for name in FILES:
        assert (tmp_path / "join" / name).read_bytes() == (finished / name).read_bytes()


def test_each_table_is_written_in_every_format(finished: Path) -> None:
    tables = list((finished / "tables").iterdir())
    names = {path.stem for path in tables}
    assert {path.suffix for path in tables} == {".csv", ".parquet", ".tex", ".md"}
    assert len(tables) == 4 * len(names)
    assert {"headline", "gain-intervals", "violations", "calls-spent", "provenance", "regressions", "overlap"} <= names
    whole = (finished / "accuracy.tex").read_text()
    assert all((finished / f"tables/{name}.tex").read_text() in whole for name in names)


def test_tables_of_an_earlier_join_that_no_longer_hold_are_removed_and_other_files_stay(
    command: Any, finished: Path, small_package: Path, tmp_path: Path
) -> None:
    tables = tmp_path / "join/tables"
    shutil.copytree(finished / "tables", tables)
    (tables / "notes.md").write_text("mine")
    (tables / "rows.parquet").write_bytes((finished / "rows.parquet").read_bytes())
    command("join", small_package, "--out", tmp_path / "join")
    command("join", small_package, "--out", tmp_path / "fresh")
    fresh = {path.name for path in (tmp_path / "fresh/tables").iterdir()}
    assert "violations.csv" not in fresh
    assert {path.name for path in tables.iterdir()} == fresh | {"notes.md", "rows.parquet"}


def test_the_long_table_says_the_same_as_json_with_every_interval_beside_its_figure(
    command: Any, finished: Path, tmp_path: Path
) -> None:
    command("join", finished, "--out", tmp_path / "join", "--resamples", "200")
    with (tmp_path / "join/accuracy.csv").open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    record = json.loads((tmp_path / "join/accuracy.json").read_text())
    kept = next(headline for headline in record["headline"] if headline["treatment"] == "kept")
    keys = {"section": "headline", "treatment": "kept", "partition": "all", "average": "micro", "measure": "gain"}
    (line,) = [line for line in lines if all(line[name] == value for name, value in keys.items())]
    assert float(line["value"]) == kept["micro"]["gain"]
    assert (line["rows"], line["pairs"], line["missing_answers"]) == ("14", str(kept["pairs"]), "wrong")
    (gain,) = [it for it in kept["estimates"] if (it["average"], it["measure"]) == ("micro", "gain")]
    for interval in gain["intervals"]:
        assert line[f"{interval['method']}_low"] == ("" if interval["low"] is None else str(interval["low"]))
        assert line[f"{interval['method']}_refused"] == (interval["refused"] or "")
        assert line[f"{interval['method']}_note"] == (interval["note"] or "")


def test_what_figures_depend_on_is_named_in_every_output(command: Any, finished: Path, tmp_path: Path) -> None:
    options = ("--missing", "left-out", "--resamples", "100", "--seed", "3", "--level", "0.9")
    done = command("join", finished, "--out", tmp_path / "join", *options)
    record = json.loads((tmp_path / "join/accuracy.json").read_text())
    chosen = {"missing": "left-out", "resamples": 100, "seed": 3, "level": 0.9}
    assert {name: record["settings"][name] for name in chosen} == chosen
    shown = done.out.decode()
    assert "Intervals at 90 %; bootstraps: percentile, 100 resamples, seed 3." in shown
    assert shown.count("Rows without an answer: missing answers are left out.") == 2
    assert shown.count("Counted before the choice about missing answers.") == 1
    files = list((tmp_path / "join/tables").iterdir())
    for path in files:
        if path.suffix in {".md", ".tex"}:
            assert re.search("missing answers are left out|choice about missing answers", path.read_text()), path
        if path.suffix == ".csv":
            heading = path.read_text().splitlines()[0].split(",")
            assert "missing_answers" in heading, path
            assert not any(name.endswith("_low") for name in heading) or {"level", "resamples", "seed"} <= set(heading)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--level", "1.5", "the level must lie between 0 and 1, such as 0.95, not 1.5"),
        ("--level", "0", "the level must lie between 0 and 1, such as 0.95, not 0.0"),
    ],
)
def test_a_level_that_is_none_is_refused(
    command: Any, small_package: Path, tmp_path: Path, option: str, value: str, reason: str
) -> None:
    done = command("join", small_package, "--out", tmp_path / "join", option, value)
    assert (done.code, done.err) == (2, f"cgr-audit: {reason}\n")
    assert not (tmp_path / "join").exists()


def test_rows_hold_null_as_empty_fields_and_never_nan(finished: Path) -> None:
    with (finished / "rows.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 14
    assert {row["verdict"] for row in rows} == {"approved", "observe", "refused"}
    assert all(row["solverLLM_assisted_ans"] == "" for row in rows if row["verdict"] == "refused")
    text = (finished / "rows.csv").read_text().lower()
    assert not any(word in text for word in (",nan,", "<na>", ",none,"))

    import pandas as pd

    table = pd.read_parquet(finished / "rows.parquet", dtype_backend="numpy_nullable")
    assert list(table.columns) == list(rows[0])
    assert table["solverLLM_assisted_ans"].isna().sum() == sum(row["solverLLM_assisted_ans"] == "" for row in rows)
    assert "" not in set(table["solverLLM_assisted_ans"].dropna())


def test_the_figures_follow_from_the_rows(finished: Path) -> None:
    with (finished / "rows.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    headline = {
        record["treatment"]: record["micro"]
        for record in json.loads((finished / "accuracy.json").read_text())["headline"]
    }
    approved = [row for row in rows if row["verdict"] == "approved"]
    right = sum(row["assisted_correct"] == "True" for row in approved)
    assert headline["dropped"]["rows"] == len(approved) == 6
    assert headline["dropped"]["assisted_correct"] == headline["counted_wrong"]["assisted_correct"] == right
    assert headline["counted_wrong"]["rows"] == headline["kept"]["rows"] == 14
    for treatment in headline.values():
        assert treatment["gain"] == pytest.approx(treatment["assisted"] - treatment["direct"], abs=1e-5)


def test_a_package_that_was_only_recorded_has_one_treatment(command: Any, small_package: Path, tmp_path: Path) -> None:
    done = command("join", small_package, "--out", tmp_path / "join")
    assert done.code == 0
    record = json.loads((tmp_path / "join/accuracy.json").read_text())
    assert record["population"]["judged"] is False
    assert [headline["treatment"] for headline in record["headline"]] == ["kept"]


def test_solvers_that_are_not_registered_are_named_and_left_out(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    solvers = json.loads((small_package / "solvers.json").read_text())
    name = sorted(solvers)[0]
    solvers[name]["registered"] = False
    (small_package / "solvers.json").write_text(json.dumps(solvers))
    manifest = json.loads((small_package / "manifest.json").read_text())
    (small_package / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))
    done = command("join", small_package, "--out", tmp_path / "join")
    lines = (small_package / "results.jsonl").read_text().splitlines()
    first = next(number for number, line in enumerate(lines, start=1) if json.loads(line)["solver"] == name)
    said = f"solver '{name}' is not registered: its 7 rows are left out of every figure"
    assert f"{small_package}/results.jsonl:{first}: {said}" in done.err.splitlines()
    record = json.loads((tmp_path / "join/accuracy.json").read_text())
    assert record["population"]["excluded_solvers"] == [{"solver": name, "rows": 7}]


def test_a_part_of_a_run_is_marked_on_every_table_and_only_taken_where_that_is_asked_for(
    command: Any, tmp_path: Path
) -> None:
    out, work, ledger = begun(tmp_path)
    with ledger:
        none = command("join", out, "--partial", "--out", tmp_path / "join")
        assert none.code == 3
        assert none.err == f"cgr-audit: {out}: no row of this run is done yet; rerun the command that began it\n"
        for one in work[:-1]:
            finish(one, ledger)
    refused = command("join", out, "--out", tmp_path / "join")
    assert refused.code == 2
    assert refused.err == (
        f"cgr-audit: {out}: unfinished run; rerun the same command to resume, or give join or report --partial\n"
    )
    done = command("join", out, "--partial", "--out", tmp_path / "join")
    assert done.code == 0
    said = "partial: 3 of 4 rows are done (75.0 %), and the others in no figure"
    assert done.err.startswith(f"{out}/ledger.jsonl: {said}")
    tables = list((tmp_path / "join/tables").glob("*.md"))
    assert tables
    assert all(said in table.read_text() for table in tables if table.stem != "warnings")
    page = tmp_path / "report.html"
    assert command("report", out, "--partial", "--out", page).code == 0
    assert f"<li>ledger.jsonl: {said}" in page.read_text()


def test_a_package_that_is_none_is_wrong_usage(command: Any, tmp_path: Path) -> None:
    done = command("join", tmp_path, "--out", tmp_path / "join")
    assert (done.code, done.out) == (2, b"")
    assert done.err == f"cgr-audit: {tmp_path}: not a trace package: it has no manifest.json\n"
