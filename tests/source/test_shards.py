"""A folder of Parquet files is one table, wherever a Parquet file is taken."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from cgr_audit.errors import UsageError
from cgr_audit.records.importers.programs import ProgramSource, import_programs
from cgr_audit.records.rows import ItemKey
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.row_source import read_rows
from cgr_audit.source.collect import collect
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.program import Program


def write(folder: Path, name: str, rows: list[dict[str, object]]) -> None:
    folder.mkdir(exist_ok=True)
    parquet.write_table(pa.Table.from_pylist(rows), folder / name, row_group_size=1)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "table"
    write(folder, "part-00001.parquet", [{"id": "c", "source": "c = 1"}])
    write(folder, "part-00000.parquet", [{"id": "a", "source": "a = 1"}, {"id": "b", "source": "b = 1"}])
    (folder / "_SUCCESS").touch()
    return folder


def test_the_shards_of_a_folder_are_read_in_order_with_their_places(table: Path) -> None:
    found = [(one.program_id, one.path, one.container) for one in collect([table]) if isinstance(one, Program)]
    assert found == [
        ("a", "table/part-00000.parquet:1", "table"),
        ("b", "table/part-00000.parquet:2", "table"),
        ("c", "table/part-00001.parquet:1", "table"),
    ]


def test_rows_without_an_id_are_numbered_through_the_table(table: Path) -> None:
    write(table, "part-00001.parquet", [{"source": "c = 1"}])
    assert [one.program_id for one in collect([table]) if isinstance(one, Program)] == ["a", "b", "3"]


def test_an_id_of_another_shard_is_named_with_its_place(table: Path) -> None:
    write(table, "part-00001.parquet", [{"id": "b", "source": "c = 1"}])
    [bad] = [one for one in collect([table]) if isinstance(one, Unreadable)]
    assert bad.path == "table/part-00001.parquet:1"
    assert bad.reason == f"its id 'b' is already that of {table}/part-00000.parquet:2; ids must differ"


def test_two_tables_with_the_same_ids_are_told_apart(table: Path) -> None:
    write(table.parent / "other", "part-00000.parquet", [{"id": "a", "source": "d = 1"}])
    ids = [one.program_id for one in collect([table, table.parent / "other"]) if isinstance(one, Program)]
    assert ids == ["table/a", "b", "c", "other/a"]


def test_a_folder_with_python_files_stays_a_folder_of_programs(table: Path) -> None:
    (table / "solve.py").write_text("x = 1")
    assert [one.program_id for one in collect([table]) if isinstance(one, Program)] == ["table/solve.py"]


def test_programs_of_a_package_are_imported_from_shards(table: Path) -> None:
    keys = [ItemKey("d", name) for name in "abc"]
    found = import_programs(ProgramSource(table), keys)
    assert [record.item_key for record, _ in found.programs] == keys


def test_rows_of_a_scorecard_are_read_from_shards(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {
            "id": name, "dataset": "d", "model": "m", "steps": ["one"], "answer_correct": True, "first_error": -1,
            "judge": "j", "predicted_first_error": -1,
        }
        for name in "ab"
    ]  # fmt: skip
    for number, row in enumerate(rows):
        write(tmp_path / "rows", f"{number}.parquet", [row])
    found = read_rows([tmp_path / "rows"], ReTraceQa())
    assert [json.loads(json.dumps(record))["id"] for record in found.records] == ["a", "b"]
    assert [Path(source.path).name for source in found.sources] == ["0.parquet", "1.parquet"]
    with pytest.raises(UsageError, match=r"folders of \.parquet"):
        read_rows([tmp_path], ReTraceQa())


def test_a_shard_whose_link_leads_nowhere_is_unreadable(table: Path) -> None:
    (table / "part-00002.parquet").symlink_to(table.parent / "gone.parquet")
    [bad] = [one for one in collect([table]) if isinstance(one, Unreadable)]
    assert bad.path == "table/part-00002.parquet"
    assert bad.reason == "no such file or directory"
