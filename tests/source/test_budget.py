"""Files of a few kilobytes that unpack to gigabytes cost neither memory nor time without end."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from cgr_audit.source import budget
from cgr_audit.source.budget import Budget, BudgetSpentError, record_fault
from cgr_audit.source.collect import Unreadable, collect
from cgr_audit.source.program import Program

pytestmark = pytest.mark.usefixtures("working_folder")

MEMORY = 1_500 << 20
"""Address space of the process that reads a bomb; Arrow and Python take a third of it before they read anything."""

LEAST = 100 << 20
"""What a small file may give there, so that little time is spent on giving it."""


def collected_in_a_small_process(path: Path) -> list[list[str]]:
    """What a process with little memory collects: ``["program", id]`` or ``["unreadable", path, reason]`` each."""
    code = (
        "import json, resource, sys; import pyarrow.parquet; from cgr_audit.source import budget\n"
        f"budget._LEAST = {LEAST}\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))\n"
        "from cgr_audit.source.collect import Unreadable, collect\n"
        "for one in collect([sys.argv[1]]):\n"
        "    print(json.dumps(['unreadable', one.path, one.reason] if isinstance(one, Unreadable)\n"
        "                     else ['program', one.program_id]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def shared_text(path: Path, rows: int, size: int) -> Path:
    """A Parquet file whose rows all have the same long text, which is stored once."""
    text = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), ["x" * size])
    parquet.write_table(pa.table({"id": pa.array(range(rows)), "source": text}), path, compression="zstd")
    return path


def test_a_small_parquet_file_whose_rows_share_a_large_text_is_read_up_to_its_budget(tmp_path: Path) -> None:
    path = shared_text(tmp_path / "bomb.parquet", 200, 8_000_000)
    assert path.stat().st_size < 5_000
    *read, last = collected_in_a_small_process(path)
    assert {kind for kind, *_ in read} == {"program"}
    assert len(read) == 14
    assert last[2] == "the file holds more than 100 MiB, the limit for a file of its size; the rest is not read"


def test_texts_in_lists_that_share_a_large_text_are_measured_before_they_are_read(tmp_path: Path) -> None:
    shared = pa.DictionaryArray.from_arrays(pa.array([0] * 2_000, pa.int32()), ["x" * 4_000_000])
    lists = pa.ListArray.from_arrays(pa.array([0, 2_000, 2_000], pa.int32()), shared)
    path = tmp_path / "bomb.parquet"
    parquet.write_table(pa.table({"source": ["a", "b"], "texts": lists}), path, compression="zstd")
    assert collected_in_a_small_process(path) == [
        ["unreadable", f"{path.name}:1", "larger than 16 MiB, the limit of one record"], ["program", "2"],
    ]  # fmt: skip


def test_a_column_that_unpacks_a_thousandfold_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.parquet"
    zeros = pa.array(np.zeros(11_000_000, np.int8))
    table = pa.table({"source": ["x"], "list": pa.ListArray.from_arrays(pa.array([0, len(zeros)], pa.int32()), zeros)})
    parquet.write_table(table, path, compression="zstd")
    [(_, _, reason)] = collected_in_a_small_process(path)
    assert reason.startswith("the file holds ")
    assert "11,000,000 values in" in reason
    assert "column 'list.list.element': a file made to exhaust memory" in reason


def test_a_row_of_parquet_that_cannot_be_a_value_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    days = pa.array([0, 100_000_000, 1], pa.int32()).cast(pa.date32())
    parquet.write_table(pa.table({"source": ["a", "b", "c"], "day": days}), path)
    first, second, third = collect([path])
    assert isinstance(first, Program)
    assert isinstance(third, Program)
    assert isinstance(second, Unreadable)
    assert second.path.endswith(":2")
    assert second.reason.startswith("holds a value that cannot be read")


def test_a_line_of_empty_lists_is_not_read_into_memory(tmp_path: Path) -> None:
    line = b'{"id": "bomb", "source": "", "x": [' + b"[]," * 5_000_000 + b"[]]}\n"
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(line + b'{"id": "after", "source": "x = 1"}\n', 1))
    bomb, after = collected_in_a_small_process(path)
    assert bomb == ["unreadable", f"{path.name}:1", "more than 500,000 values, the limit of one record"]
    assert after == ["program", "after"]


def test_a_compressed_line_without_end_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_LEAST", 1 << 20)
    monkeypatch.setattr("cgr_audit.source.rows.RECORD_BYTES", 1 << 16)
    monkeypatch.setattr(budget, "RECORD_BYTES", 1 << 16)
    path = tmp_path / "endless.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"id": "a", "source": ""}\n' + b"x" * (8 << 20)))
    first, long, last = collect([path])
    assert isinstance(first, Program)
    assert isinstance(long, Unreadable)
    assert (long.path, long.reason) == (f"{path.name}:2", "larger than 0 MiB, the limit of one record")
    assert isinstance(last, Unreadable)
    assert last.reason == "the file holds more than 1 MiB, the limit for a file of its size; the rest is not read"


def test_rows_that_cannot_be_read_are_reported_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.source.collect.UNREADABLE_LIMIT", 10)
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}\n" * 100_000))
    found = list(collect([path]))
    assert len(found) == 11
    assert found[-1] == Unreadable(path.name, "more than 10 programs in it cannot be read; stopped")


@pytest.mark.parametrize("size", [0, 1 << 20, 1 << 40])
def test_a_file_that_is_not_compressed_is_always_within_its_budget(size: int) -> None:
    Budget(size).take(size, records=size)


def test_a_budget_is_bytes_and_records() -> None:
    left = Budget(0)
    left.take(1 << 30)
    with pytest.raises(BudgetSpentError, match=r"^holds more than 1,024 MiB, the limit for a file of its size$"):
        left.take(1)
    with pytest.raises(BudgetSpentError, match=r"^holds more than 10,000,000 records, the limit"):
        Budget(0).take(0, records=10_000_001)


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (b"[" + b"0," * 400_000 + b"0]", None),
        (b"[" + b"0," * 600_000 + b"0]", "more than 500,000 values, the limit of one record"),
        (b" " * (16 << 20), None),
        (b" " * ((16 << 20) + 1), "larger than 16 MiB, the limit of one record"),
    ],
)
def test_a_record_is_bounded_in_bytes_and_in_values(record: bytes, fault: str | None) -> None:
    assert record_fault(record) == fault
