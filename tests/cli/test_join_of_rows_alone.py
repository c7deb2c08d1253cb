"""What a package says that holds rows and nothing else: no programs, calls, verdicts or findings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.lines import write_lines
from cgr_audit.records.writing import write_document, write_manifest

OPTIONS = [{"id": letter, "text": letter} for letter in "ABCD"]


def rows_alone(folder: Path, datasets: Sequence[str], solvers: Sequence[str], direct: str | None) -> Path:
    """Twelve items of each dataset; every direct answer is the same, every third assisted one is wrong."""
    items = [{"item_id": f"{number:02}", "dataset": dataset} for dataset in datasets for number in range(12)]
    asked = {"question": "?", "options": OPTIONS, "correct_ids": ["A"]}
    write_lines(folder / "items.jsonl", ({**item, **asked} for item in items))
    write_lines(folder / "programs.jsonl", [])
    write_document(folder / "solvers.json", {name: {"registered": True} for name in solvers})
    given = {"generator": "g", "sample": 0, "solverLLM_baseline_ans": direct, "genLLM_ans": "A", "origin": "recorded"}
    rows = (
        {**item, "solver": name, **given, "solverLLM_assisted_ans": "B" if int(item["item_id"]) % 3 else "A"}
        for item in items
        for name in solvers
    )
    write_lines(folder / "results.jsonl", rows)
    write_manifest(folder, name="rows alone", contract="cgr", created=None)
    return folder


def figures(out: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((out / "accuracy.json").read_text("utf-8"))
    return record


def refusals(record: dict[str, Any], measure: str) -> set[str | None]:
    """Why the bootstraps give no interval for a micro figure."""
    return {
        interval["refused"]
        for estimate in record["headline"][0]["estimates"]
        if (estimate["average"], estimate["measure"]) == ("micro", measure)
        for interval in estimate["intervals"]
        if interval["method"] not in {"items"}
    }


@pytest.mark.parametrize("command_name", ["join", "report"])
def test_rows_alone_are_enough(command: Any, tmp_path: Path, command_name: str) -> None:
    package = rows_alone(tmp_path / "package", ["x", "y", "z"], ["s", "t", "u"], "B")
    done = command(command_name, package, "--out", tmp_path / "out", "--resamples", "100")
    assert (done.code, "Traceback" in done.err) == (0, False)


def test_nothing_judged_leaves_the_one_treatment_that_has_a_meaning(command: Any, tmp_path: Path) -> None:
    package = rows_alone(tmp_path / "package", ["x", "y", "z"], ["s", "t", "u"], "B")
    command("join", package, "--out", tmp_path / "out", "--resamples", "100")
    record = figures(tmp_path / "out")
    assert [headline["treatment"] for headline in record["headline"]] == ["kept"]
    micro = record["headline"][0]["micro"]
    assert (micro["rows"], micro["direct"], micro["assisted"], micro["closure"]) == (108, 0.0, 33.333333, 33.333333)
    assert len(record["headline"][0]["zero_baseline_pairs"]) == 9
    assert [record[name] for name in ("violations", "rules", "probes", "calls_histogram")] == [[], [], [], []]


def test_one_pair_has_figures_and_no_bootstrap_interval(command: Any, tmp_path: Path) -> None:
    package = rows_alone(tmp_path / "package", ["x"], ["s"], "B")
    command("join", package, "--out", tmp_path / "out", "--resamples", "100")
    record = figures(tmp_path / "out")
    assert record["headline"][0]["micro"]["gain"] == 33.333333
    assert None not in refusals(record, "gain")
    assert any(reason and reason.startswith("1 pair") for reason in refusals(record, "gain"))


def test_without_direct_answers_there_is_no_gain_and_no_partition(command: Any, tmp_path: Path) -> None:
    package = rows_alone(tmp_path / "package", ["x", "y", "z"], ["s", "t", "u"], None)
    for missing in ("wrong", "left-out"):
        command("join", package, "--out", tmp_path / missing, "--resamples", "100", "--missing", missing)
        record = figures(tmp_path / missing)
        headline = record["headline"][0]
        assert record["population"]["absent_channels"] == ["direct"]
        assert (headline["rows"], headline["left_out"], headline["zero_baseline_pairs"]) == (108, 0, [])
        assert [headline["micro"][name] for name in ("direct", "assisted", "gain", "closure")] == [
            None, 33.333333, None, None,
        ]  # fmt: skip
        assert refusals(record, "gain") == {"no direct answers"}


@pytest.mark.parametrize("command_name", ["join", "report", "compare"])
@pytest.mark.parametrize("lacking", ["no file", "no rows", "no registered solver"])
def test_where_nothing_counts_nothing_was_collected_and_nothing_is_written(
    command: Any, tmp_path: Path, command_name: str, lacking: str
) -> None:
    package = rows_alone(tmp_path / "package", ["x"], ["s"], "B")
    if lacking == "no file":
        (package / "results.jsonl").unlink()
    elif lacking == "no rows":
        write_lines(package / "results.jsonl", [])
    else:
        write_document(package / "solvers.json", {"s": {"registered": False}})
    write_manifest(package, name="rows alone", contract="cgr", created=None)
    packages = [package, package] if command_name == "compare" else [package]
    done = command(command_name, *packages, "--out", tmp_path / "out.html", "--resamples", "100")
    said = {"no file": "is not there", "no rows": "has no rows", "no registered solver": "every row is of a solver"}
    assert done.code == 3
    assert f"{package / 'results.jsonl'}: {said[lacking]}" in done.err
    assert not (tmp_path / "out.html").exists()
