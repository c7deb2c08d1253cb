"""Rows from the folders of CodeMind's authors: their results next to their benchmarks.

A prediction stands in ``.../BENCHMARK/MODEL/ID/predict.txt`` (or ``.../MODEL/BENCHMARK/ID``), or is cut from the whole
response next to it; the truth stands in ``dataset/BENCHMARK/ID/output.txt``. Programs that were asked for stand in
``SR/MODEL/BENCHMARK/noTest.jsonl``, ``oneTest.jsonl`` and ``misleadingTest.jsonl``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.scorecards.codemind.authors_programs import SETTINGS, asked_programs, setting_of
from cgr_audit.scorecards.codemind.authors_truth import Truth, program_fields, read_truth, text_of
from cgr_audit.scorecards.codemind.case import KEY
from cgr_audit.scorecards.row_source import AcceptedRows, Rows, RowSource

__all__ = ["read_layout"]

_PREDICTION = "predict.txt"
_RESPONSES = ("response.txt", "raw_output.txt", "raw_output", "*_cot.txt")
_TASKS = frozenset({"ier", "der", "sr"})
_NO_MODEL = _TASKS | {"results", "experiment_results", "synthesis", "translation"}
_DATASET = "dataset"
_HIGHEST = 4
"""How many folders above the given one may name task, benchmark and model, and hold the benchmarks."""


def read_layout(root: Path, truth: Path | None = None) -> Rows:
    """Read rows from the authors' folders.

    Args:
        root: their repository, a folder of results in it, or one that holds a folder for each program.
        truth: the folder of benchmarks, or of one benchmark; by default ``dataset`` in ``root``.

    Raises:
        UsageError: there is no truth, or none for one of the benchmarks.
        NothingCollectedError: the folder holds no results.
    """
    if not root.is_dir():
        raise UsageError(f"{root}: no such folder")
    known = read_truth(truth or _dataset_near(root))
    collected = _Collected(root, known)
    for path in _result_folders(root, known):
        collected.predictions(path)
    for path in sorted(root.rglob("*.jsonl*")):
        if path.is_file() and setting_of(path) is not None and not path.is_relative_to(known.root):
            collected.programs(path)
    rows = collected.rows()
    if not rows.records and not rows.bad:
        said = f"no {_PREDICTION} or response in a folder for each program, and no {SETTINGS}"
        raise NothingCollectedError(f"{root}: no results of CodeMind: {said}")
    return rows


class _Collected:
    """Rows as they are found."""

    def __init__(self, root: Path, truth: Truth) -> None:
        self._root = root
        self._truth = truth
        self._accepted = AcceptedRows(KEY)
        self._sources: list[RowSource] = []

    def rows(self) -> Rows:
        """Those that were found."""
        return self._accepted.rows(self._sources)

    def predictions(self, folder: Path) -> None:
        """A row for each program's folder in a folder of results; as the authors do, those with a dot are none."""
        said = self._said(folder)
        digest = hashlib.sha256()
        cases = [path for path in sorted(folder.iterdir()) if path.is_dir() and "." not in path.name]
        for case in cases:
            try:
                record = {**said, "id": case.name, **self._case(said, case)}
            except UnicodeDecodeError as error:
                self._accepted.bad.append(f"{case}: /predicted: a file is not UTF-8 text: {error.reason}")
                continue
            self._add(record, str(case), digest)
        self._sources.append(RowSource(str(folder), digest.hexdigest(), len(cases)))

    def programs(self, path: Path) -> None:
        """A row for each line of a file of programs that were asked for."""
        said = self._said(path.parent)
        digest = hashlib.sha256()
        lines = 0
        for number, record in asked_programs(path, self._accepted.bad):
            lines = number
            folder = self._folder(path.parent) / str(record["id"])
            try:
                truth = program_fields(folder)
            except UnicodeDecodeError as error:
                self._accepted.bad.append(f"{path}:{number}: /id: a file of {folder} is not UTF-8 text: {error.reason}")
                continue
            tests = truth["tests"] or record["tests"]
            merged = {**truth, **{name: value for name, value in record.items() if value is not None}, "tests": tests}
            self._add({**said, **merged, "task": "sr"}, f"{path}:{number}", digest)
        self._sources.append(RowSource(str(path), digest.hexdigest(), lines))

    def _case(self, said: dict[str, Any], case: Path) -> dict[str, Any]:
        fields = program_fields(self._folder(case.parent) / case.name)
        own = program_fields(case)
        if said["task"] == "der":
            fields |= {"generated_program": own["program"]}
            fields |= {name: own[name] for name in ("input", "expected") if own[name] is not None}
        responses = [path for pattern in _RESPONSES for path in sorted(case.glob(pattern))]
        response = text_of(responses[0]) if responses else None
        return {**fields, "predicted": text_of(case / _PREDICTION), "response": response}

    def _said(self, folder: Path) -> dict[str, Any]:
        """What the path of a folder of results says: task, benchmark and model."""
        parts = self._parts(folder)
        tasks = [part.lower() for part in parts if part.lower() in _TASKS]
        models = [part for part in parts if part.lower() not in _NO_MODEL and not self._truth.is_name(part)]
        return {
            "benchmark": self._folder(folder).name,
            "model": models[-1] if models else self._root.name,
            "task": tasks[-1] if tasks else "ier",
        }

    def _folder(self, folder: Path) -> Path:
        parts = self._parts(folder)
        benchmark = self._truth.benchmark(parts)
        if benchmark is None:
            known = ", ".join(sorted(self._truth.benchmarks))
            raise UsageError(f"{folder}: its path names none of the benchmarks of {self._truth.root} ({known})")
        return benchmark

    def _parts(self, folder: Path) -> tuple[str, ...]:
        root = self._root.resolve()
        return root.parts[1:][-_HIGHEST:] + folder.resolve().relative_to(root).parts

    def _add(self, record: dict[str, Any], place: str, digest: Any) -> None:
        if not self._accepted.take(record, place):
            return
        for name in sorted(record):
            digest.update(f"{name}={record[name]!r}\n".encode("utf-8", "backslashreplace"))


def _dataset_near(root: Path) -> Path:
    """The folder of benchmarks in a folder or next to one that it is in; in the folder itself where there is none."""
    above = root.resolve().parents[:_HIGHEST]
    return next((path / _DATASET for path in (root, *above) if (path / _DATASET).is_dir()), root / _DATASET)


def _result_folders(root: Path, truth: Truth) -> Iterator[Path]:
    """The folders with a folder for each program, in order."""
    found = {
        path.parent.parent
        for pattern in (_PREDICTION, *_RESPONSES)
        for path in root.rglob(pattern)
        if path.is_file() and path.parent != root and not path.is_relative_to(truth.root)
    }
    yield from sorted(found)
