"""``cgr-audit score codesteps``: its options, what it writes, and bad rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.scorecard_rows.codesteps import rows as made_up
from cgr_audit.cli import score_codesteps
from cgr_audit.schema import check_record
from cgr_audit.scorecards.codesteps.alignment import Pointer
from cgr_audit.scorecards.codesteps.similarity.registry import SIMILARITIES
from cgr_audit.scorecards.running import runner
from cgr_audit.scorecards.running.runner import TestResult, Unknown
from tests.cli.conftest import Command


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Thirty made-up rows."""
    return written(tmp_path, *made_up(30, seed=4))


def test_tables_go_to_standard_output_and_one_line_to_standard_error(command: Command, rows: Path) -> None:
    done = command("score", "codesteps", rows, "--resamples", "100")
    assert done.code == 0
    assert [line for line in done.out.decode().splitlines() if line.startswith("## ")] == [
        "## CodeStepsEval: thought steps and the code that follows them",
        "## By model",
        "## By level",
        "## By model and level",
        "## By SWS",
        "## By the number of samples",
        "## By threshold",
        "## Failed samples",
        "## pass@1 by threshold, SWS and level",
        "## SWS and pass@k",
        "## Samples by outcome",
    ]
    assert done.err.startswith("30 rows read, SWS ")
    assert done.err.count("\n") == 1


def test_the_options_are_in_the_document(command: Command, rows: Path) -> None:
    done = command(
        "score", "codesteps", rows, "--format", "json", "--threshold", "0.7", "--alphas", "0.9, 0.5,0.9",
        "--pointer", "reset", "--limits", "fuel=1e9", "--resamples", "100",
    )  # fmt: skip
    record = json.loads(done.out)
    assert check_record("scorecard", record) is None
    settings = record["settings"]
    assert (settings["threshold"], settings["thresholds"], settings["pointer"]) == (0.7, [0.5, 0.9], "reset")
    assert settings["limits"]["fuel"] == 10**9
    assert {key for key in record["overall"]["measures"] if key.startswith("sws_")} == {
        "sws_threshold_0.5", "sws_threshold_0.9",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--alphas", "0.8,0.8000001"], "thresholds 0.8 and 0.8000001: tables would show both as 0.800"),
        (["--threshold", "0.8004"], "thresholds 0.8 and 0.8004: tables would show both as 0.800"),
        (["--threshold", "0.75", "--alphas", "0.9,0.7499999"], "thresholds 0.7499999 and 0.75: tables would show both"),
    ],
)
def test_thresholds_that_a_table_would_show_alike_are_refused(
    command: Command, rows: Path, options: list[str], said: str
) -> None:
    done = command("score", "codesteps", rows, *options)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_thresholds_keep_all_their_digits(command: Command, rows: Path) -> None:
    done = command(
        "score", "codesteps", rows, "--format", "json", "--threshold", "0.6004", "--alphas", "0.80141234567,1,0.80,-0",
    )  # fmt: skip
    record = json.loads(done.out)
    assert record["settings"]["thresholds"] == [0, 0.8, 0.80141234567, 1]
    assert [key for key in record["overall"]["measures"] if key.startswith("sws_")] == [
        "sws_threshold_0", "sws_threshold_0.8", "sws_threshold_0.80141234567", "sws_threshold_1",
    ]  # fmt: skip
    assert "at the threshold 0.6004." in record["measures"]["sws"]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--threshold", "1.2", "--threshold 1.2: a similarity is a number from 0 to 1, such as 0.8"),
        ("--alphas", "0.5,x", "--alphas x: a similarity is a number from 0 to 1, such as 0.8"),
        ("--alphas", "", "--alphas : a similarity is a number from 0 to 1, such as 0.8"),
        ("--alphas", "nan", "--alphas nan: a similarity is a number from 0 to 1, such as 0.8"),
    ],
)
def test_a_threshold_is_a_share(command: Command, rows: Path, option: str, value: str, said: str) -> None:
    done = command("score", "codesteps", rows, option, value)
    assert done.code == 2
    assert said in done.err


def test_the_choices_are_those_of_the_library() -> None:
    assert [choice.value for choice in score_codesteps._Pointer] == [pointer.value for pointer in Pointer]
    assert [choice.value for choice in score_codesteps._Similarity] == list(SIMILARITIES)


def test_bad_rows_are_named_counted_and_the_rest_is_scored(command: Command, tmp_path: Path) -> None:
    good = {"id": 1, "reference_steps": ["read"], "samples": [{"predicted_steps": ["read"], "passed": True}]}
    path = written(
        tmp_path,
        good,
        {**good, "id": 2, "reference_steps": []},
        {**good, "id": 3, "samples": [{"predicted_steps": []}]},
        {**good, "id": 4, "samples": [{"predicted_steps": ["read"], "failure": "crash"}]},
        good,
    )
    done = command("score", "codesteps", path, "--format", "json")
    assert done.code == 2
    assert done.err.splitlines()[:4] == [
        f"{path}:2: /reference_steps: empty, and SWS divides by their number; without the field, the row counts for "
        "pass@k",
        f"{path}:3: /samples/0/predicted_steps: empty, and step precision divides by their number",
        f"{path}:4: /samples/0/failure: 'syntax_error', 'semantic_error', 'timeout', 'runtime_error' or null is "
        "expected, not the text 'crash'",
        f"{path}:5: /id: the same id, model, setting as {path}:1; keep one of the two",
    ]
    record = json.loads(done.out)
    assert record["overall"]["dropped"] == {"bad_row": 4}
    assert record["overall"]["rate"] == 1.0


def test_files_and_charts_are_written(command: Command, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = command("score", "codesteps", rows, "--out", out, "--plots", out / "plots", "--resamples", "100")
    assert done.code == 0
    assert {path.name for path in out.iterdir()} >= {
        "codesteps.json",
        "codesteps.csv",
        "codesteps-rows.parquet",
        "codesteps.html",
    }
    assert (
        (out / "codesteps-tables" / "by-k.csv").read_text().splitlines()[0].startswith("at,pass_k,pass_k_interval_low")
    )
    assert (out / "plots" / "codesteps-by-threshold.svg").is_file()


def test_without_the_extra_embeddings_are_refused_in_one_line(
    command: Command, rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgr_audit.scorecards.codesteps.similarity.embeddings._MODEL", "no-such-package")
    done = command("score", "codesteps", rows, "--similarity", "embeddings")
    assert done.code == 2
    assert done.err.splitlines()[-1].endswith(
        "--similarity embeddings needs no-such-package, which is not installed: pip install 'cgr-audit[embeddings]'"
    )


def test_a_sandbox_that_failed_is_said_and_the_run_is_incomplete(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(programs: list[Any], _sandboxes: object) -> list[TestResult]:
        return [TestResult(False, unknown=Unknown.SANDBOX_FAILED) for _ in programs]

    monkeypatch.setattr(runner, "run_tests", failing)
    cases = [{"input": "1", "output": "1"}]
    path = written(
        tmp_path,
        {"id": 1, "samples": [{"code": "print(input())"}, {"passed": True}], "test_cases": cases},
        {"id": 2, "samples": [{"code": "print(input())"}], "test_cases": cases},
    )
    done = command("score", "codesteps", path, "--format", "json")
    assert done.code == 4
    assert "2 samples not judged, because the sandbox failed: not in pass@k.\n" in done.err
    record = json.loads(done.out)
    assert record["overall"]["dropped"] == {"nothing_to_score": 1}
    assert record["overall"]["rate"] == 1.0
    assert record["found"]["samples"]["unjudged"] == {"sandbox_failed": 2}
