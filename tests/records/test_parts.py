"""Large files are read in parts by other processes, with the same outcome as in one piece."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.scale_package import write_package
from cgr_audit.records import parts
from cgr_audit.records.blocks import Part
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.result_reading import columns_of_part


@pytest.fixture
def package(tmp_path: Path) -> Path:
    write_package(tmp_path / "package", 60, 3, seed=1)
    return tmp_path / "package"


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_LARGE", 0)
    monkeypatch.setattr(parts, "_PART_BYTES", 5_000)
    monkeypatch.setattr(parts, "_MOST", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def held(package: TracePackage) -> dict[str, Any]:
    """What was read of results and calls, as plain values."""
    results, calls = package.checked.results, package.checked.calls
    answers = {name: [(*results.answers, None)[place] for place in of] for name, of in results.answer.items()}
    others = results.__dataclass_fields__.keys() - {"fields", "answer", "answers"}
    return {
        "fields": results.fields.to_pydict(),
        "answers": answers,
        **{name: plain(getattr(results, name)) for name in others},
        **{f"calls {name}": plain(getattr(calls, name)) for name in calls.__dataclass_fields__},
        "notes": [asdict(note) for note in package.consistency.notes],
    }


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value


def change(path: Path, number: int, changed: Callable[[dict[str, Any]], dict[str, Any] | str]) -> None:
    """Change one line of a file, and take the file out of the manifest."""
    lines = path.read_text().splitlines()
    line = changed(json.loads(lines[number - 1]))
    lines[number - 1] = line if isinstance(line, str) else json.dumps(line)
    path.write_text("\n".join(lines) + "\n")
    manifest = path.parent / "manifest.json"
    record = json.loads(manifest.read_text())
    record["sha256"].pop(path.name, None)
    manifest.write_text(json.dumps(record))


def both(package: Path, request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """What opening gives or says, in one piece and in parts."""
    found: list[Any] = []
    for is_in_parts in (False, True):
        if is_in_parts:
            request.getfixturevalue("in_parts")
        try:
            found.append(held(open_package(package)))
        except RecordError as error:
            found.append(str(error))
    return found[0], found[1]


def test_parts_are_put_together_as_if_read_in_one(package: Path, request: pytest.FixtureRequest) -> None:
    rows = package / "results.jsonl"
    change(rows, 31, lambda row: {**row, "solver": "a stranger", "correct_ans": ["B"], "genLLM_ans": "\ud800"})
    change(rows, 40, lambda row: {**row, "note": "a field of its own", "solverLLM_assisted_ans": "Q", "attempts": 1.0})
    change(package / "calls.jsonl", 100, lambda call: {**call, "generator": "somebody else"})
    whole, parted = both(package, request)
    assert len(whole["lines"]) == 60
    assert parted == whole


def test_a_bad_line_is_told_as_if_read_in_one(package: Path, request: pytest.FixtureRequest) -> None:
    change(package / "results.jsonl", 50, lambda row: {**row, "attempts": "one"})
    change(package / "results.jsonl", 55, lambda _row: "{")
    whole, parted = both(package, request)
    assert whole.startswith(f"{package / 'results.jsonl'}:50: /attempts: ")
    assert parted == whole


@pytest.mark.usefixtures("in_parts")
def test_a_changed_file_is_told_before_a_bad_line(package: Path) -> None:
    manifest = (package / "manifest.json").read_text()
    change(package / "results.jsonl", 50, lambda _row: "{")
    (package / "manifest.json").write_text(manifest)
    with pytest.raises(RecordError, match=r"results\.jsonl: changed since manifest\.json was written"):
        open_package(package)


def dying(part: Part) -> Any:
    """The rows of a part, unless it is not the first."""
    if part.start:
        os.kill(os.getpid(), signal.SIGKILL)
    return columns_of_part(part)


@pytest.mark.usefixtures("in_parts")
@pytest.mark.skipif(os.name != "posix", reason="no SIGKILL")
def test_where_a_process_dies_there_is_nothing_ahead_and_digests_are_checked_here(package: Path) -> None:
    path = package / "results.jsonl"
    with parts.reading_ahead(package, {}, {path.name: dying}) as ahead:
        assert parts.found_ahead(ahead, path, list) is None
    shutil.copy(package / "items.jsonl", path)
    digests = json.loads((package / "manifest.json").read_text())["sha256"]
    with (
        pytest.raises(RecordError, match=r"results\.jsonl: changed"),
        parts.reading_ahead(package, digests, {path.name: dying}),
    ):
        pass
