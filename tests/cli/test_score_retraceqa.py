"""``cgr-audit score retraceqa`` and ``score traces``, from a package's calls to annotated and judged traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cgr_audit.schema import check_record
from tests.cli.conftest import Command

DEMO = Path(__file__).resolve().parents[2] / "corpus" / "demo"
TRACE = {"id": 1, "dataset": "csqa", "model": "small", "steps": ["a", "b"], "answer_correct": True, "first_error": -1}


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_traces_of_the_demo_are_made_annotated_judged_and_joined_with_its_findings(
    command: Command, tmp_path: Path
) -> None:
    made = command("score", "traces", DEMO, "--out", tmp_path / "traces.jsonl")
    assert made.code == 0
    assert made.err.splitlines()[-1] == "309 traces with 792 steps; annotate first_error, -1 for no error"
    rows = [json.loads(line) for line in (tmp_path / "traces.jsonl").read_text("utf-8").splitlines()]
    unannotated = command("score", "retraceqa", tmp_path / "traces.jsonl", "--format", "json")
    assert json.loads(unannotated.out)["overall"]["dropped"] == {"neither_answer_nor_annotation": 25}
    assert unannotated.err.splitlines()[-1] == (
        "309 rows read, answer-only 51.76 % over 284 traces; in no figure: neither answer nor annotation 25"
    )
    for row in rows:
        flawed = len(row["steps"]) > 2
        row |= {"first_error": 0 if flawed else -1, "error_type": "reasoning" if flawed else None}
        row |= {"judge": "lenient", "predicted_first_error": -1}
    done = command("score", "retraceqa", written(tmp_path, *rows), "--by", "generator", "--format", "json")
    assert done.code == 0
    record = json.loads(done.out)
    assert check_record("scorecard", record) is None
    divisions = {one["name"]: one["groups"] for one in record["divisions"]}
    assert [group["group"] for group in divisions["by-generator"]] == [
        {"generator": "gen-large"}, {"generator": "gen-small"},
    ]  # fmt: skip
    (judge,) = divisions["judges"]
    assert (judge["measures"]["correct_found"]["rate"], judge["measures"]["error_found"]["rate"]) == (1, 0)
    assert judge["rate"] == 0
    assert record["overall"]["measures"]["answer_only"]["rows"] == 284


def test_traces_go_to_standard_output_and_may_be_of_the_direct_path(command: Command) -> None:
    done = command("score", "traces", DEMO, "--channel", "direct")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert {row["channel"] for row in rows} == {"direct"}
    assert {len(row["steps"]) for row in rows} == {1}
    assert done.err.splitlines()[-1] == "408 traces with 408 steps; annotate first_error, -1 for no error"


def test_traces_that_cannot_be_written_are_refused_before_any_work(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for out, said in (
        (tmp_path, f"{tmp_path}: is a folder; --out takes a file"),
        (tmp_path / "file" / "traces.jsonl", f"{tmp_path / 'file'}: is a file; a folder is expected on the way"),
        (Path("/proc/traces.jsonl"), "/proc/traces.jsonl: nothing can be made in /proc"),
        (DEMO / "calls.jsonl", f"{DEMO / 'calls.jsonl'}: lies in the package that is read; give another --out"),
    ):
        done = command("score", "traces", DEMO, "--out", out)
        assert done.code == 2
        assert said in done.err
        assert done.err.count("\n") == 1
    assert (DEMO / "calls.jsonl").stat().st_size > 0


def test_traces_may_be_written_into_a_folder_that_is_not_there_yet(command: Command, tmp_path: Path) -> None:
    assert command("score", "traces", DEMO, "--out", tmp_path / "new" / "traces.jsonl").code == 0
    assert len((tmp_path / "new" / "traces.jsonl").read_text("utf-8").splitlines()) == 309


def test_rows_that_cannot_be_or_contradict_others_are_told_with_their_line_and_the_rest_is_scored(
    command: Command, tmp_path: Path
) -> None:
    path = written(
        tmp_path,
        TRACE,
        {**TRACE, "id": 2, "first_error": 2},
        {**TRACE, "id": 3, "error_type": "typo"},
        {**TRACE, "id": 4, "error_type": "reasoning"},
        {**TRACE, "judge": "j", "predicted_first_error": 0, "answer_correct": False},
        {name: value for name, value in {**TRACE, "id": 6}.items() if name != "first_error"},
        TRACE,
    )
    done = command("score", "retraceqa", path)
    assert done.code == 2
    said = done.err.splitlines()
    assert f"{path}:2: /first_error: 2, and the trace has 2 steps, counted from 0" in said
    assert any(line.startswith(f"{path}:3: /error_type: ") for line in said)
    assert f"{path}:4: /error_type: reasoning, and first_error is -1, which is not an error" in said
    assert f"{path}:5: /answer_correct: not what an earlier row says of the trace that {path}:1 is about" in said
    assert any(line.startswith(f"{path}:6: ") and "first_error" in line for line in said)
    assert any(
        line.startswith(f"{path}:7: /id: the same id, dataset, model, judge, judge_setting, annotator as")
        for line in said
    )
    assert said[-1] == (
        "7 rows read, reasoning-aware 100.00 % over 1 trace, answer-only 100.00 % over 1 trace, any error 0.00 % over "
        "1 trace; in no figure: bad row 6"
    )


def test_tables_page_and_pictures_are_written(command: Command, tmp_path: Path) -> None:
    rows = [
        {**TRACE, "id": number, "model": model, "first_error": first, "judge": judge, "predicted_first_error": first}
        for number in range(12)
        for model in ("small", "large")
        for judge in ("j", "k")
        for first in (number % 3 - 1,)
    ]
    done = command("score", "retraceqa", written(tmp_path, *rows), "--out", tmp_path / "out", "--plots", tmp_path / "p")
    assert done.code == 0
    assert {path.name for path in (tmp_path / "p").glob("*.svg")} >= {
        "retraceqa-answers-and-reasoning.svg", "retraceqa-judges.svg",
    }  # fmt: skip
    assert {path.stem for path in (tmp_path / "out" / "retraceqa-tables").glob("*.csv")} == {
        "overall", "by-model", "by-dataset", "by-model-dataset", "judges", "judges-by-dataset", "traces", "error-types",
        "accuracy-by-judge",
    }  # fmt: skip
    page = (tmp_path / "out" / "retraceqa.html").read_text("utf-8")
    assert "Judges, averaged over datasets" in page


def test_texts_that_have_no_utf8_are_scored_and_written_as_escapes(command: Command, tmp_path: Path) -> None:
    lone = "a\ud800"
    trace = {**TRACE, "dataset": lone, "model": lone, "steps": [lone, lone], "judge": lone, "predicted_first_error": -1}
    question = {"id": lone, "type": "MC", "model": lone, "topic": lone, "answer_score": 1, "rationale_score": 1}
    for name, rows in (
        ("retraceqa", [{**trace, "id": place, "first_error": place - 1} for place in range(2)]),
        ("clr-bench", [question, {**question, "model": "plain"}]),
    ):
        out = tmp_path / name
        done = command("score", name, written(tmp_path, *rows), "--out", out, "--plots", tmp_path / "plots")
        assert done.code == 0, done.err
        for path in out.rglob("*.csv"):
            path.read_text("utf-8")
        models = (out / f"{name}-tables" / "by-model.csv").read_text("utf-8")
        assert "a\\ud800" in models


PUBLISHED = {"generator": "small", "problem": "Who?", "steps": ["a", "b"], "final_answer_correct": True, "label": -1}


def test_published_traces_are_rows_of_the_dataset_that_their_file_is_named_by(command: Command, tmp_path: Path) -> None:
    entries = [
        {**PUBLISHED, "id": "1"},
        {**PUBLISHED, "id": "2", "label": 1, "error_type": "Hallucination", "level": "hard"},
        {**PUBLISHED, "id": "3", "label": 2},
    ]
    for name, several in (("csqa", entries[:2]), ("obqa", entries[2:])):
        (tmp_path / f"{name}.json").write_text(json.dumps(several))
    done = command("score", "retraceqa", tmp_path, "--by", "level", "--format", "json")
    assert done.code == 2
    assert done.err.splitlines()[0].endswith("/first_error: 2, and the trace has 2 steps, counted from 0")
    record = json.loads(done.out)
    assert record["overall"]["measures"]["reasoning_aware"]["rate"] == 0.5
    divisions = {one["name"]: one["groups"] for one in record["divisions"]}
    assert [group["group"] for group in divisions["by-model-dataset"]] == [{"model": "small", "dataset": "csqa"}]
    assert {"level": "hard"} in [group["group"] for group in divisions["by-level"]]


def test_what_is_not_published_traces_and_not_a_threshold_is_refused(command: Command, tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text(json.dumps([TRACE]))
    done = command("score", "retraceqa", tmp_path / "rows.json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "not published traces: no entry has generator, problem, final_answer_correct, label" in done.err
    for threshold in ("1.5", "nan"):
        done = command("score", "retraceqa", written(tmp_path, TRACE), "--threshold", threshold)
        assert done.code == 2
        assert "a step score is a number from 0 to 1" in done.err
