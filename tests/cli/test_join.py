from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest


def test_rows_and_accuracy_are_written_and_the_headline_is_printed(
    command: Any, finished: Path, tmp_path: Path
) -> None:
    done = command("join", finished, "--out", tmp_path / "join")
    assert done.code == 0
    names = ["rows.csv", "rows.parquet", "accuracy.json", "accuracy.csv", "accuracy.md"]
    assert done.err.splitlines() == [f"wrote {tmp_path / 'join' / name}" for name in names]
    assert done.out.decode().startswith("## Accuracy under four treatments of programs that are not approved\n")
    for name in names:
        assert (tmp_path / "join" / name).read_bytes() == (finished / name).read_bytes()


def test_rows_hold_null_as_empty_fields_and_never_nan(command: Any, finished: Path, tmp_path: Path) -> None:
    command("join", finished, "--out", tmp_path / "join")
    with (tmp_path / "join/rows.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 14
    assert {row["verdict"] for row in rows} == {"approved", "observe", "refused"}
    assert all(row["solverLLM_assisted_ans"] == "" for row in rows if row["verdict"] == "refused")
    text = (tmp_path / "join/rows.csv").read_text().lower()
    assert not any(word in text for word in (",nan,", "<na>", ",none,"))

    import pandas as pd

    table = pd.read_parquet(tmp_path / "join/rows.parquet", dtype_backend="numpy_nullable")
    assert list(table.columns) == list(rows[0])
    assert table["solverLLM_assisted_ans"].isna().sum() == sum(row["solverLLM_assisted_ans"] == "" for row in rows)
    assert "" not in set(table["solverLLM_assisted_ans"].dropna())


def test_the_figures_follow_from_the_rows(command: Any, finished: Path, tmp_path: Path) -> None:
    command("join", finished, "--out", tmp_path / "join")
    with (tmp_path / "join/rows.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    headline = {
        record["treatment"]: record["micro"]
        for record in json.loads((tmp_path / "join/accuracy.json").read_text())["headline"]
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
    assert record["rows"]["judged"] is False
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
    assert done.err.splitlines()[0] == f"{small_package}/results.jsonl:{first}: {said}"
    record = json.loads((tmp_path / "join/accuracy.json").read_text())
    assert record["rows"]["excluded_solvers"] == [{"solver": name, "rows": 7}]


def test_a_package_that_is_none_is_wrong_usage(command: Any, tmp_path: Path) -> None:
    done = command("join", tmp_path, "--out", tmp_path / "join")
    assert (done.code, done.out) == (2, b"")
    assert done.err == f"cgr-audit: {tmp_path}: not a trace package: it has no manifest.json\n"
