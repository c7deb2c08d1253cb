"""Results and calls as shards: every reader finds in them what it finds in one file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.join_files import write_join
from cgr_audit.records import lines
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.lines import read_lines, write_shards
from cgr_audit.records.package import open_package
from cgr_audit.records.redaction import export_package
from cgr_audit.records.shards import record_count
from cgr_audit.records.warning_kinds import WarningKind
from cgr_audit.records.writing import write_manifest
from cgr_audit.solvers.replay import load_replay
from cgr_audit.source.contract import load_contract

DEMO = Path(__file__).resolve().parents[2] / "corpus" / "demo"


@pytest.fixture
def sharded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo with results and calls in shards of seven rows."""
    monkeypatch.setattr(lines, "_ROWS_OF_A_SHARD", 7)
    folder = tmp_path / "sharded"
    shutil.copytree(DEMO, folder)
    for name, schema in (("results.jsonl", "result"), ("calls.jsonl", "call")):
        records = [record for _, record in read_lines(folder / name, schema)]
        (folder / name).unlink()
        assert write_shards(folder / name, records) == len(records)
    renew(folder)
    return folder


def renew(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    write_manifest(folder, name="demo", contract="cgr", created=None)


def figures(folder: Path, out: Path) -> tuple[bytes, bytes, dict[str, object], list[str]]:
    """The rows, every figure, and what is warned of."""
    package = open_package(folder)
    write_join(join_package(package, load_contract(package.contract)), out)
    record = json.loads((out / "accuracy.json").read_bytes())
    warnings = [note["message"] for note in record.pop("warnings")]
    return (out / "rows.csv").read_bytes(), (out / "rows.parquet").read_bytes(), record, warnings


def test_a_join_of_shards_says_what_a_join_of_one_file_says(sharded: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    shutil.copytree(DEMO, whole)
    renew(whole)
    assert figures(sharded, tmp_path / "a") == figures(whole, tmp_path / "b")


def test_the_manifest_has_the_digest_and_the_count_of_each_shard(sharded: Path) -> None:
    manifest = json.loads((sharded / "manifest.json").read_text())
    shards = sorted(path.relative_to(sharded).as_posix() for path in sharded.glob("results/*"))
    assert shards == [name for name in sorted(manifest["sha256"]) if name.startswith("results/")]
    counts = manifest["counts"]
    assert [counts[name.removesuffix(".jsonl")] for name in shards[:-1]] == [7] * (len(shards) - 1)
    assert sum(counts[name.removesuffix(".jsonl")] for name in shards) == counts["results"]
    assert not open_package(sharded).unlisted
    manifest["counts"]["results/00000"] = 8
    (sharded / "manifest.json").write_text(json.dumps(manifest))
    notes = [note for note in open_package(sharded).consistency.notes if note.kind is WarningKind.COUNT_DIFFERS]
    assert [note.file for note in notes] == ["results/00000.jsonl"]


def test_calls_are_replayed_from_shards(sharded: Path) -> None:
    assert load_replay(sharded).calls == load_replay(DEMO).calls


def test_rows_and_calls_of_a_package_are_those_of_one_file(sharded: Path) -> None:
    package, whole = open_package(sharded), open_package(DEMO)
    assert list(package.results()) == list(whole.results())
    assert list(package.calls()) == list(whole.calls())


def test_a_redacted_package_holds_no_text_in_its_shards(sharded: Path, tmp_path: Path) -> None:
    path = sharded / "items.jsonl"
    records = [{**record, "redistributable": False} for _, record in read_lines(path, "item")]
    lines.write_lines(path, records)
    renew(sharded)
    export_package(open_package(sharded), tmp_path / "out", redact=True)
    shards = sorted((tmp_path / "out" / "calls").iterdir())
    assert sum(map(record_count, shards)) == record_count(sharded / "calls.jsonl")
    assert all(json.loads(line)["prompt"] is None for shard in shards for line in shard.read_text().splitlines())


def damage_json(line: bytes) -> bytes:
    return b"{" + line


def damage_item(line: bytes) -> bytes:
    return json.dumps({**json.loads(line), "item_id": "nowhere"}).encode()


@pytest.mark.parametrize("damage", [damage_json, damage_item])
def test_a_fault_is_told_with_the_shard_and_the_line_in_it(sharded: Path, damage: Callable[[bytes], bytes]) -> None:
    path = sharded / "results" / "00001.jsonl"
    rows = path.read_bytes().splitlines()
    rows[2] = damage(rows[2])
    path.write_bytes(b"\n".join(rows) + b"\n")
    renew(sharded)
    with pytest.raises(RecordError) as caught:
        open_package(sharded)
    assert str(caught.value).startswith(f"{path}:3: ")


def test_one_file_and_shards_side_by_side_are_refused(sharded: Path) -> None:
    shutil.copy(DEMO / "results.jsonl", sharded)
    with pytest.raises(RecordError, match="there are also shards"):
        open_package(sharded)


def test_what_fits_into_one_shard_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_ROWS_OF_A_SHARD", 2)
    path = tmp_path / "calls.jsonl"
    assert write_shards(path, [{"a": 1}] * 5) == 5
    assert sorted(one.name for one in (tmp_path / "calls").iterdir()) == ["00000.jsonl", "00001.jsonl", "00002.jsonl"]
    assert not path.exists()
    assert write_shards(path, [{"a": 1}] * 2) == 2
    assert [one.name for one in tmp_path.rglob("*.jsonl")] == ["calls.jsonl"]


def test_a_shard_whose_last_line_has_no_end_is_read_as_if_it_had_one(sharded: Path, tmp_path: Path) -> None:
    whole = figures(sharded, tmp_path / "a")
    for shard in sharded.glob("*/?????.jsonl"):
        shard.write_bytes(shard.read_bytes().removesuffix(b"\n"))
    renew(sharded)
    assert figures(sharded, tmp_path / "b") == whole


@pytest.mark.parametrize("name", ["0.jsonl", "00001.jsonl.gz", "000001.JSONL"])
def test_a_file_of_lines_among_shards_is_not_passed_over(sharded: Path, name: str) -> None:
    (sharded / "results" / "00001.jsonl").rename(sharded / "results" / name)
    manifest = json.loads((sharded / "manifest.json").read_text())
    (sharded / "manifest.json").write_text(json.dumps({**manifest, "sha256": {}}))
    with pytest.raises(RecordError, match=rf"results/{name}: not the name of a shard"):
        open_package(sharded)


def test_a_row_that_is_there_twice_is_told_with_both_shards(sharded: Path) -> None:
    twice = (sharded / "results" / "00001.jsonl").read_text().splitlines(keepends=True)[2]
    (sharded / "results" / "00090.jsonl").write_text(twice)
    with pytest.raises(RecordError, match=r"results/00090\.jsonl:1: .* is a duplicate of \S+results/00001\.jsonl:3$"):
        open_package(sharded)


def test_a_shard_that_is_no_file_is_named(sharded: Path) -> None:
    (sharded / "results" / "00090.jsonl").mkdir()
    with pytest.raises(RecordError, match=r"results/00090\.jsonl: cannot be read: "):
        open_package(sharded)
