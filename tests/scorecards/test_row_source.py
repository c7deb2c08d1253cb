"""Rows are read whole: every line is a row, or is named with what is wrong with it."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.parquet
import pytest

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.scorecards.row_source import RowKey, Rows, joined_rows, read_rows


@dataclass(frozen=True, slots=True)
class Answers:
    """Rows of CLR-Bench, of which only one question is known to each model."""

    schema: ClassVar[str] = "clr_bench_row"
    key: ClassVar[RowKey] = RowKey(("id", "model"), {"model": lambda record: record["model"].lower()})

    def fault(self, record: Mapping[str, Any]) -> str | None:
        return "/id: odd" if record["id"] == "odd" else None


def row(**changes: Any) -> dict[str, Any]:
    return {"id": "q1", "type": "MC", "model": "m", "answer_score": 1, "rationale_score": 0.5} | changes


def written(path: Path, *lines: Mapping[str, Any] | str) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return path


def read(*paths: Path) -> Rows:
    return read_rows(paths, Answers())


def test_rows_of_several_files_follow_each_other_with_their_places(tmp_path: Path) -> None:
    first = written(tmp_path / "a.jsonl", row(), "", row(id="q2", house="red"))
    second = written(tmp_path / "b.jsonl", row(id=3))
    rows = read(first, second)
    assert rows.records == [row(), row(id="q2", house="red"), row(id=3)]
    assert rows.places == [f"{first}:1", f"{first}:3", f"{second}:1"]
    assert rows.bad == ()
    assert [(source.path, source.rows) for source in rows.sources] == [(str(first), 2), (str(second), 1)]
    assert rows.sources[0].sha256 == hashlib.sha256(first.read_bytes()).hexdigest()


def test_a_table_has_every_field_that_any_row_has(tmp_path: Path) -> None:
    table = read(written(tmp_path / "a.jsonl", row(), row(id="q2", house="red"))).table()
    assert list(table.columns) == [*row(), "house"]
    assert list(table["house"]) == [None, "red"]


def test_compressed_lines_and_parquet_give_the_same_rows(tmp_path: Path) -> None:
    records = [row(), row(id="q2", answer_score=0, rationale_score=0.0)]
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress("".join(json.dumps(record) + "\n" for record in records).encode()))
    columns = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pa.Table.from_pylist(records), columns)
    assert read(packed).records == records
    assert read(columns).records == records
    assert read(columns).places == [f"{columns}:1", f"{columns}:2"]


BAD = {
    '{"id": ': "not JSON",
    "[1]": "/: an object is expected, not a list",
    json.dumps(row(type="XX")): "/type: ",
    json.dumps(row(answer_score=0.3)): "/answer_score: ",
    json.dumps(row(answer_score=2)): "/answer_score: ",
    json.dumps(row(answer_score=True)): "/answer_score: ",
    json.dumps(row(model="")): "/model: ",
    '{"id": 1, "type": "MC", "model": "m", "answer_score": NaN, "rationale_score": 0}': "not JSON",
    '{"id": 1, "id": 2, "type": "MC", "model": "m", "answer_score": 1, "rationale_score": 0}': "'id'",
    json.dumps({name: value for name, value in row().items() if name != "model"}): "model",
}


@pytest.mark.parametrize("line", BAD)
def test_a_line_that_is_no_row_is_named_and_the_others_are_kept(tmp_path: Path, line: str) -> None:
    path = written(tmp_path / "a.jsonl", row(id="before"), line, row(id="after"))
    rows = read(path)
    assert [record["id"] for record in rows.records] == ["before", "after"]
    (said,) = rows.bad
    assert said.startswith(f"{path}:2: ")
    assert BAD[line] in said
    assert "\n" not in said
    assert rows.sources[0].rows == 3


def test_a_second_row_with_the_same_key_is_bad_in_whichever_file(tmp_path: Path) -> None:
    first = written(tmp_path / "a.jsonl", row(), row(model="other"))
    second = written(tmp_path / "b.jsonl", row(answer_score=0))
    rows = read(first, second)
    assert len(rows.records) == 2
    assert rows.bad == (f"{second}:1: /id: the same id, model as {first}:1; keep one of the two",)


def test_spellings_of_one_value_are_one_key(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", row(model="Large"), row(model="large"))
    assert read(path).bad == (f"{path}:2: /id: the same id, model as {path}:1; keep one of the two",)


def test_rows_that_were_read_apart_are_joined_with_each_key_once(tmp_path: Path) -> None:
    first = read(written(tmp_path / "a.jsonl", row(), "{"))
    second = read(written(tmp_path / "b.jsonl", row(), row(id=2)))
    rows = joined_rows([first, second], Answers.key)
    assert rows.records == [row(), row(id=2)]
    assert rows.places == [f"{tmp_path}/a.jsonl:1", f"{tmp_path}/b.jsonl:2"]
    assert rows.bad[0].startswith(f"{tmp_path}/a.jsonl:2: ")
    assert rows.bad[1:] == (
        f"{tmp_path}/b.jsonl:1: /id: the same id, model as {tmp_path}/a.jsonl:1; keep one of the two",
    )
    assert [source.rows for source in rows.sources] == [2, 2]


def test_what_a_scorecard_finds_wrong_is_named_like_everything_else(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", row(), row(id="odd"))
    rows = read(path)
    assert rows.bad == (f"{path}:2: /id: odd",)
    assert len(rows.records) == 1


def test_files_without_any_row_are_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(NothingCollectedError, match=r"a\.jsonl: no rows"):
        read(written(tmp_path / "a.jsonl", "", " "))


@pytest.mark.parametrize("name", ["a.csv", "a", "a.json"])
def test_another_kind_of_file_is_wrong_usage(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"rows are read from \.jsonl, \.jsonl\.gz and \.parquet files"):
        read(written(tmp_path / name, row()))


def test_a_file_that_is_not_there_or_damaged_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"gone\.jsonl: cannot be read: No such file"):
        read(tmp_path / "gone.jsonl")
    for name in ("a.jsonl.gz", "a.parquet"):
        (tmp_path / name).write_bytes(b"PAR1 nonsense")
        with pytest.raises(UsageError, match=r"damaged|not a Parquet file"):
            read(tmp_path / name)


def test_a_file_that_is_given_twice_is_refused_in_one_line(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("{}\n")
    with pytest.raises(UsageError, match=r"rows\.jsonl: given twice; every file of rows is read once$"):
        read_rows([rows, tmp_path / "." / "rows.jsonl"], Answers())
