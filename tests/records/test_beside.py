"""A large package is read by two processes, and that changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
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
    monkeypatch.setattr(beside, "_processors", lambda: 2)


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
        with pytest.raises(RecordError, match=rf"results\.jsonl:{number}: /: the fields 'dataset', "):
            open_package(package)
    path.write_text("".join([*lines, lines[1]]))
    with pytest.raises(RecordError, match=r"results\.jsonl:50: /sample: .* is there already, in line 2"):
        open_package(package)


def test_the_other_process_reads_more_rows_the_more_there_is_to_read_beside_them(
    package: Path, two_processes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = package / "results.jsonl"
    rows, size = path.read_bytes(), path.stat().st_size
    begins = {0, *(place + 1 for place, letter in enumerate(rows) if letter == ord("\n"))}
    expected = content(open_package(package))
    recorded, starts = (package / "calls.jsonl").read_bytes(), []
    for calls in (0, size // 2, size, 100 * size):
        (package / "calls.jsonl").write_bytes(b"\n" * calls)
        with beside.reading_beside(package, {}) as process:
            assert process is not None
            starts.append(process.start)
    assert starts == sorted(starts, reverse=True)
    assert set(starts) <= begins
    assert starts[0] > starts[2]
    (package / "calls.jsonl").write_bytes(recorded)
    for share in (0, size):
        monkeypatch.setattr(beside, "_first_part", lambda *_, share=share: share)
        assert content(open_package(package)) == expected


def test_a_file_that_changed_is_named_before_what_is_wrong_with_it(package: Path, two_processes: None) -> None:
    for name in ("items.jsonl", "results.jsonl"):
        before = (package / name).read_bytes()
        (package / name).write_bytes(before + b"{}\n")
        with pytest.raises(RecordError, match=rf"{name}: changed since manifest\.json was written"):
            open_package(package)
        (package / name).write_bytes(before)


@pytest.mark.parametrize(
    "instead",
    [
        "raise SystemExit(1)",
        "print('a greeting')",
        "import sys; sys.stdout.buffer.write(b'\x80\x05cno_such_module\nname\n.')",
        "from cgr_audit.records import beside; print(beside.HEADER.decode(), end='')",
        "from cgr_audit.records import beside; print(beside.HEADER.decode() + '\x05')",
    ],
)
def test_a_process_that_dies_or_says_something_else_is_done_without(
    package: Path, two_processes: None, monkeypatch: pytest.MonkeyPatch, instead: str
) -> None:
    class Other(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, command: list[str], **options: Any) -> None:
            super().__init__([sys.executable, "-c", instead], **options)

    monkeypatch.setattr(beside.subprocess, "Popen", Other)
    assert open_package(package).consistency.results == 49
    (package / "items.jsonl").write_bytes((package / "items.jsonl").read_bytes() + b"\n")
    with pytest.raises(RecordError, match=r"items\.jsonl: changed since manifest\.json was written"):
        open_package(package)


def test_a_process_that_cannot_be_told_what_to_do_is_ended(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int | None] = []

    class Deaf(beside.Beside):
        def _tell(self, order: beside.Order) -> None:
            raise KeyboardInterrupt

        def end(self) -> None:
            super().end()
            ended.append(self._process.returncode)

    with pytest.raises(KeyboardInterrupt):
        Deaf(beside.Order(package, {}, package / "results.jsonl", 0))
    assert len(ended) == 1
    assert ended[0] is not None


def test_neither_the_working_folder_nor_a_relative_path_is_searched_for_modules(
    package: Path, two_processes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = content(open_package(package))
    ran = tmp_path / "ran"
    for folder in (package, package / "relative"):
        folder.mkdir(exist_ok=True)
        for name in ("numpy", "pyarrow", "pickle", "msgspec", "dataclasses"):
            (folder / f"{name}.py").write_text(f"open({str(ran)!r}, 'a').write({name!r})\n")
    monkeypatch.chdir(package)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "relative", "."]))
    monkeypatch.setattr(sys, "path", [str(package), str(package / "relative"), *sys.path])
    helped: list[bool] = []
    answer = beside.Beside._answer

    def noted(process: beside.Beside) -> Any:
        given = answer(process)
        helped.append(given is not None)
        return given

    monkeypatch.setattr(beside.Beside, "_answer", noted)
    assert content(open_package(package)) == expected
    assert helped == [True, True]
    assert not ran.exists()
