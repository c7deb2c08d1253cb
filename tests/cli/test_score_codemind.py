"""``cgr-audit score codemind``: rows and folders in, tables and files out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.schema import check_record
from tests.cli.conftest import Command

LOOP = "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n"


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def row(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "id": number, "benchmark": "b", "model": "m", "task": "ier", "program": LOOP, "input": str(number),
        "expected": None, "predicted": "0", **fields,
    }  # fmt: skip


def test_rows_without_outputs_are_scored_by_running_their_programs(command: Command, tmp_path: Path) -> None:
    done = command("score", "codemind", written(tmp_path, *map(row, range(12))), "--resamples", "200", "--jobs", "1")
    assert done.code == 0
    out = done.out.decode()
    assert [line[3:] for line in out.splitlines() if line.startswith("## ")] == [
        "CodeMind: reasoning about execution", "By task", "By benchmark", "By model", "By task, benchmark and model",
        "By construct", "By output type", "By complexity", "By lines of code", "By loop nesting", "By loop length",
        "Correlation with the program",
    ]  # fmt: skip
    assert "| for | 12 | 2 | 16.67 |" in out
    assert "| 8–15 | 4 | 0 | 0.00 |" in out
    assert "| all | all | all | loop length | rows | 12 | 12 | -0.648 |" in out
    assert "The sandbox computed the expected output of 12 rows." in done.err
    assert done.err.splitlines()[-1] == "12 rows read, CRR 16.67 % over 12 rows"


def test_files_hold_what_was_found_of_each_row(command: Command, tmp_path: Path) -> None:
    out, plots = tmp_path / "out", tmp_path / "plots"
    rows = written(tmp_path, *map(row, range(12)))
    done = command("score", "codemind", rows, "--out", out, "--plots", plots, "--format", "json", "--resamples", "200")
    record = json.loads(done.out)
    assert check_record("scorecard", record) is None
    assert record == json.loads((out / "codemind.json").read_text())
    assert {path.name for path in plots.glob("*.svg")} == {
        "codemind-by-loop-length.svg",
    }
    assert (
        (out / "codemind-rows.csv")
        .read_text()
        .splitlines()[0]
        .endswith("constructs,complexity,lines,loops,loop_depth,loop_length,reason,dropped")
    )
    assert (out / "codemind-tables" / "correlations.csv").is_file()
    assert b"CRR by loop length" in (out / "codemind.html").read_bytes()


def test_a_bad_row_is_told_and_the_rest_is_scored(command: Command, tmp_path: Path) -> None:
    rows = written(
        tmp_path,
        row(0),
        row(1, task="fer"),
        row(2, task="sr"),
        row(0),
        {"id": 4, "benchmark": "b"},
    )
    done = command("score", "codemind", rows, "--look-into", "none")
    assert done.code == 2
    told = [line.removeprefix(f"{rows}:") for line in done.err.splitlines() if line.startswith(f"{rows}:")]
    assert told == [
        "2: /task: 'ier', 'der', 'sr' or null is expected, not the text 'fer'",
        "3: /generated_program: missing; a row of sr needs it, null where the model wrote none",
        f"4: /id: the same id, benchmark, model, task, setting, prompting as {rows}:1; keep one of the two",
        "5: /: the field 'model' is missing; add it",
    ]
    assert done.err.splitlines()[-1] == "5 rows read, CRR 100.00 % over 1 row; in no figure: bad row 4"


def tree(root: Path) -> Path:
    files = {
        "dataset/mbpp/1/main.py": LOOP,
        "dataset/mbpp/1/input.txt": "f(3)",
        "dataset/mbpp/1/output.txt": "3",
        "dataset/mbpp/2/main.py": LOOP,
        "dataset/mbpp/2/input.txt": "f(4)",
        "Results/IER/MBPP/GPT_4/1/predict.txt": "\n3\n",
        "Results/IER/MBPP/GPT_4/2/gpt_cot.txt": "<<<Output>>>7[END-OF-RESPONSE]",
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return root


def test_the_authors_folders_are_rows_too(command: Command, tmp_path: Path) -> None:
    done = command("score", "codemind", tree(tmp_path / "CodeMind"), "--resamples", "100", "--jobs", "1")
    assert done.code == 0
    assert "| ier | mbpp | GPT\\_4 | 2 | 1 | 50.00 |" in done.out.decode()
    assert done.err.splitlines()[-1] == "2 rows read, CRR 50.00 % over 2 rows"


def test_folders_and_files_are_read_together_and_a_row_that_is_in_both_is_bad(command: Command, tmp_path: Path) -> None:
    root = tree(tmp_path / "CodeMind")
    same = written(tmp_path, row(9), row(0, id="1", benchmark="mbpp", model="GPT_4", tests=None))
    done = command("score", "codemind", root, same, "--look-into", "none")
    assert done.code == 2
    assert f"the same id, benchmark, model, task, setting, prompting as {same}:2; keep one of the two" in done.err


def test_true_outputs_apart_are_for_folders_only(command: Command, tmp_path: Path) -> None:
    done = command("score", "codemind", written(tmp_path, row(0)), "--truth", tmp_path)
    assert done.code == 2
    assert "--truth is for folders of results" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--limits", "fuel=x"), "--limits: fuel=x: 'x' is not a number for fuel"),
        (("--resamples", "1"), "resamples"),
        (("--by", "nothing"), "--by nothing: no row has that field"),
    ],
)
def test_wrong_options_are_one_line(command: Command, tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    done = command("score", "codemind", written(tmp_path, row(0)), "--look-into", "none", *arguments)
    assert done.code == 2
    assert told in done.err


def test_the_authors_rows_are_counted_as_they_count_them(command: Command, data_folder: Path) -> None:
    files = sorted((data_folder / "codemind_ier").glob("*.jsonl"))
    done = command("score", "codemind", *files, "--format", "json", "--resamples", "100")
    groups = next(one for one in json.loads(done.out)["divisions"] if one["name"] == "by-task-benchmark-model")[
        "groups"
    ]
    assert {(one["group"]["benchmark"], one["group"]["model"]): (one["rows"], one["correct"]) for one in groups} == {
        ("MBPP", "GPT_4"): (408, 343), ("MBPP", "GPT_3.5"): (408, 309), ("MBPP", "MagicCoder"): (408, 249),
        ("MBPP", "DeepSeek"): (408, 236), ("MBPP", "CodeLlama"): (408, 160), ("HumanEval", "GPT_4"): (162, 142),
        ("HumanEval", "GPT_3.5"): (162, 113), ("HumanEval", "MagicCoder"): (162, 88),
        ("HumanEval", "DeepSeek"): (162, 68), ("HumanEval", "CodeLlama"): (162, 75),
    }  # fmt: skip
