"""A large package is read by two processes, and that changes nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records import beside
from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.writing import write_manifest


@pytest.fixture
def package(draft: Any) -> Path:
    row = draft.lines["results.jsonl"][0]
    draft.lines["results.jsonl"] = [
        {**row, "item_id": f"i{1 + number % 2}", "solver": f"s{number % 5}", "sample": number, "genLLM_ans": answer}
        for number, answer in enumerate(["A", "B", None, "C", "D", "X", "b"] * 7)
    ]
    folder: Path = draft.write()
    write_manifest(folder, name="small", contract="cgr", created=None)
    return folder


@pytest.fixture
def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "LARGE", 1)
    monkeypatch.setattr(beside.os, "cpu_count", lambda: 2)


def content(package: TracePackage) -> Any:
    results = package.checked.results
    answers = {name: [results.answers[one] if one >= 0 else None for one in of] for name, of in results.answer.items()}
    keys = [results.key(row) for row in range(len(results))]
    golds = [results.golds[one] for one in results.gold]
    return keys, results.lines.tolist(), answers, golds, results.fields.to_pydict(), package.consistency


def test_two_processes_read_what_one_reads(package: Path, request: pytest.FixtureRequest) -> None:
    expected = content(open_package(package))
    request.getfixturevalue("two_processes")
    assert content(open_package(package)) == expected
    assert len(expected[0]) == 49


def test_a_bad_line_in_either_half_is_named_with_its_number(package: Path, two_processes: None) -> None:
    path, manifest = package / "results.jsonl", package / "manifest.json"
    manifest.write_text('{"name": "small", "contract": "cgr", "sha256": {}}')
    lines = path.read_text().splitlines(keepends=True)
    for number in (3, 47):
        path.write_text("".join([*lines[: number - 1], '{"sample": 1}\n', *lines[number - 1 :]]))
        with pytest.raises(RecordError, match=rf"results\.jsonl:{number}: /: 'dataset' is a required property"):
            open_package(package)
    path.write_text("".join([*lines, lines[1]]))
    with pytest.raises(RecordError, match=r"results\.jsonl:50: /sample: .* is there already, in line 2"):
        open_package(package)


def test_a_file_that_changed_is_named_before_what_is_wrong_with_it(package: Path, two_processes: None) -> None:
    for name in ("items.jsonl", "results.jsonl"):
        before = (package / name).read_bytes()
        (package / name).write_bytes(before + b"{}\n")
        with pytest.raises(RecordError, match=rf"{name}: changed since manifest\.json was written"):
            open_package(package)
        (package / name).write_bytes(before)


def test_a_process_that_dies_is_done_without(
    package: Path, two_processes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dead(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, command: list[str], **options: Any) -> None:
            super().__init__(["false"], **options)

    monkeypatch.setattr(beside.subprocess, "Popen", Dead)
    assert open_package(package).consistency.results == 49
    (package / "items.jsonl").write_bytes((package / "items.jsonl").read_bytes() + b"\n")
    with pytest.raises(RecordError, match=r"items\.jsonl: changed since manifest\.json was written"):
        open_package(package)
