"""``cgr-audit score``: what it prints, writes and answers, by the example of CLR-Bench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from cgr_audit.schema import check_record
from tests.cli.conftest import Command

ROW = {"id": 1, "type": "MC", "model": "m", "topic": "t", "answer_score": 1, "rationale_score": 1}


def written(folder: Path, *rows: dict[str, Any] | str) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Twelve rows of two models."""
    return written(
        tmp_path,
        *({**ROW, "id": at, "model": "ab"[at % 2], "answer_score": at % 3 / 2, "house": at % 4} for at in range(12)),
    )


def test_tables_go_to_standard_output_and_one_line_to_standard_error(command: Command, rows: Path) -> None:
    done = command("score", "clr-bench", rows)
    assert done.code == 0
    out = done.out.decode()
    assert out.startswith("## CLR-Bench: answers and their rationales\n")
    assert "| Q→A | 12 | 4 | 50.00 |" in out
    assert [line for line in out.splitlines() if line.startswith("## ")] == [
        "## CLR-Bench: answers and their rationales",
        "## Leaderboard",
        "## By model",
        "## By type",
        "## By model and type",
        "## By topic",
    ]
    assert done.err.splitlines()[-1] == "12 rows read, Q→AR 75.00 % over 12 rows"


def test_the_document_alone_is_on_standard_output(command: Command, rows: Path) -> None:
    done = command("score", "clr-bench", rows, "--format", "json", "--by", "house", "--seed", "4", "--resamples", "500")
    record = json.loads(done.out)
    assert check_record("scorecard", record) is None
    assert record["settings"] == {
        "threshold": 0.5, "similarity": None, "similarity_version": None, "overrides": None,
        "answer_normalisation": "nfkc-casefold-1", "multi_select": "subset-half-1",
        "by": ["house"], "resamples": 500, "seed": 4, "level": 0.95,
    }  # fmt: skip
    houses = next(one for one in record["divisions"] if one["name"] == "by-house")
    assert [(group["group"], group["rows"]) for group in houses["groups"]] == [
        ({"house": str(number)}, 3) for number in range(4)
    ]


def test_files_page_and_pictures_are_written(command: Command, rows: Path, tmp_path: Path) -> None:
    done = command("score", "clr-bench", rows, "--out", tmp_path / "out", "--plots", tmp_path / "plots")
    assert done.code == 0
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        "clr-bench.json", "clr-bench.csv", "clr-bench.parquet", "clr-bench.md", "clr-bench.tex",
        "clr-bench-rows.csv", "clr-bench-rows.parquet", "clr-bench.html", "clr-bench-tables",
    }  # fmt: skip
    assert {path.suffix for path in (tmp_path / "plots").iterdir()} == {".svg", ".png"}
    for name in names - {"clr-bench-tables"}:
        assert f"wrote {tmp_path / 'out' / name}" in done.err


def test_bad_rows_are_named_counted_and_answered_with_2_and_the_others_scored(command: Command, tmp_path: Path) -> None:
    path = written(tmp_path, ROW, {**ROW, "id": 2, "type": "XX"}, "{", ROW)
    done = command("score", "clr-bench", path, "--format", "json")
    assert done.code == 2
    said = done.err.splitlines()
    assert [line.split(": ")[0] for line in said[:3]] == [f"{path}:{number}" for number in (2, 3, 4)]
    assert said[-1] == "4 rows read, Q→AR 100.00 % over 1 row; in no figure: bad row 3"
    record = json.loads(done.out)
    assert record["overall"]["dropped"] == {"bad_row": 3}
    assert record["bad_rows"] == said[:3]


def test_what_is_read_is_not_written_over(command: Command, rows: Path, tmp_path: Path) -> None:
    columns = tmp_path / "out" / "clr-bench-rows.parquet"
    assert command("score", "clr-bench", rows, "--out", columns.parent).code == 0
    before = columns.read_bytes()
    done = command("score", "clr-bench", columns, "--out", columns.parent)
    assert done.code == 2
    assert done.err == f"cgr-audit: {columns}: would be overwritten; give another folder than --out {columns.parent}\n"
    assert columns.read_bytes() == before


def test_a_package_that_was_not_audited_is_said_to_be_so(command: Command, tmp_path: Path) -> None:
    demo = Path(__file__).resolve().parent.parent.parent / "corpus" / "demo"
    done = command("score", "clr-bench", written(tmp_path, {**ROW, "program_id": "p"}), "--audited", demo)
    assert done.code == 0
    assert f"{demo}: no program of it was audited" in done.err


def test_very_many_bad_rows_are_not_all_said(command: Command, tmp_path: Path) -> None:
    done = command("score", "clr-bench", written(tmp_path, ROW, *["{"] * 1_021))
    assert done.code == 2
    assert len(done.err.splitlines()) == 22
    assert "... and 1,001 more invalid rows" in done.err


def test_files_without_a_single_row_have_nothing_to_score(command: Command, tmp_path: Path) -> None:
    done = command("score", "clr-bench", written(tmp_path, "{"))
    assert done.code == 2
    assert done.err.splitlines()[-1].endswith("none of the lines is a row; see `cgr-audit schema clr_bench_row`")
    assert command("score", "clr-bench", written(tmp_path, "")).code == 3


def test_findings_are_joined_from_a_package_that_was_judged(command: Command, finished: Path, tmp_path: Path) -> None:
    programs = [json.loads(line)["program_id"] for line in (finished / "programs.jsonl").read_text().splitlines()]
    path = written(tmp_path, *({**ROW, "id": at, "program_id": name} for at, name in enumerate(programs)))
    done = command("score", "clr-bench", path, "--audited", finished, "--format", "json")
    record = json.loads(done.out)
    names = [one["name"] for one in record["divisions"]]
    assert names[-4:] == ["by-finding", "by-rule", "by-verdict", "by-outcome"]
    verdicts = record["divisions"][names.index("by-verdict")]["groups"]
    assert {group["group"]["verdict"]: group["rows"] for group in verdicts} == {
        "approved": 3,
        "observe": 2,
        "refused": 2,
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--by", "nowhere"], "--by nowhere: no row has that field"),
        (["--audited", "gone"], "gone: no such file"),
        (["--audited", __file__], "test_score.py: not what `audit --format json` writes: not JSON"),
        (["--by", "house", "--by", "nowhere"], "--by nowhere: no row has that field"),
        (["--out", "/proc/x"], "/proc/x: nothing can be made in /proc"),
        (["--level", "2"], "the level must lie between 0 and 1"),
    ],
)
def test_wrong_usage_is_one_line(command: Command, rows: Path, arguments: list[str], said: str) -> None:
    done = command("score", "clr-bench", rows, *arguments)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert said in done.err


def test_rows_are_no_findings(command: Command, tmp_path: Path) -> None:
    path = written(tmp_path, {**ROW, "program_id": "p"}, {**ROW, "id": 2, "program_id": "p"})
    done = command("score", "clr-bench", path, "--audited", path)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith(f"cgr-audit: {path}: not what `audit --format json` writes: ")


def test_a_name_with_an_underscore_is_understood_too(command: Command, rows: Path) -> None:
    assert command("score", "clr_bench", rows).out == command("score", "clr-bench", rows).out
    assert "clr_bench" not in command("score", "--help").out.decode()


def test_a_parquet_file_without_rows_has_nothing_to_score(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": pyarrow.array([], pyarrow.string())}), path)
    done = command("score", "clr-bench", path)
    assert done.code == 3
    assert done.err == f"cgr-audit: {path}: no rows; a row is a JSON object on a line, or a row of Parquet\n"


def test_overrides_are_the_last_word_and_those_about_no_row_are_said(command: Command, tmp_path: Path) -> None:
    rows, overrides = tmp_path / "rows.jsonl", tmp_path / "people.jsonl"
    name = {"id": 1, "type": "MC", "model": "m"}
    row = {**name, "answer": "B", "gold": "B", "judge": "j", "judge_score": 0, "human_score": 0.5}
    rows.write_text(json.dumps(row) + "\n")
    said = [{**name, "rationale_score": 1, "answer_score": 0}, {**name, "id": 2, "rationale_score": 1}]
    overrides.write_text("".join(json.dumps(one) + "\n" for one in said))
    done = command("score", "clr-bench", rows, "--overrides", overrides, "--format", "json")
    assert done.code == 0
    assert json.loads(done.out)["overall"]["measures"]["qar"]["rate"] == 0.5
    assert "1 override about no row that is here, such as (2, 'MC', 'm')." in done.err
    overrides.write_text(json.dumps(name) + "\n")
    done = command("score", "clr-bench", rows, "--overrides", overrides)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "people.jsonl:1: /rationale_score: is not there, nor answer_score; see" in done.err
