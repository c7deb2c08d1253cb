"""Graded samples of any task as a package: an item for each sample, whose answer is its grade.

Two logs of the same samples can so be compared whatever the task is: which of them is right where is all it takes. An
item has the options ``correct`` and ``incorrect``, and its question holds everything that makes the sample what it is.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.records.importers.inspect_scores import graded_samples, log_dataset, question_of
from cgr_audit.records.importers.programs import GENERATOR
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.lines import write_shards
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import Item, ItemKey, ResultRow, RowKey, SolverEntry, to_record
from cgr_audit.records.writing import coverage, write_items, write_manifest, write_programs, write_solvers
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.inspect_log import Log, is_log
from cgr_audit.source.rows import json_lines

__all__ = ["GradedLog", "is_graded_log", "read_graded", "write_graded"]

_CORRECT, _INCORRECT = "C", "I"
_OPTIONS = ({"id": _CORRECT, "text": "correct"}, {"id": _INCORRECT, "text": "incorrect"})
_SAMPLES_FILE = re.compile(r"samples_(?P<task>.+?)(_\d{4}-\d\d-\d\dT[\d.:-]+)?\.jsonl", re.IGNORECASE)
"""How lm-evaluation-harness names the file of a task's samples; the folder is called after the model."""
_METRICS = ("acc", "exact_match", "pass@1")
"""Which metric of lm-evaluation-harness says whether a sample is right, where there are several."""


@dataclass(frozen=True, slots=True)
class Grade:
    """One sample, once."""

    place: str
    item_id: str
    question: str
    sample: int
    is_right: bool | None


@dataclass(frozen=True, slots=True)
class GradedLog:
    """The graded samples of one evaluation of one model."""

    path: Path
    dataset: str
    solver: str
    grades: tuple[Grade, ...]
    left_out: tuple[Unreadable, ...]
    """Samples without a grade."""


def is_graded_log(path: Path) -> bool:
    """Whether a path is a log of Inspect, or samples of lm-evaluation-harness."""
    return path.is_file() and (is_log(path) or _SAMPLES_FILE.fullmatch(path.name) is not None)


def read_graded(path: Path, score: str = "") -> GradedLog:
    """Read the grades of a log.

    Args:
        path: a log of Inspect, or a file that ``--log_samples`` of lm-evaluation-harness wrote.
        score: which score or metric says what is right; of a metric behind a filter ``METRIC,FILTER``.

    Raises:
        UsageError: it is not a log, it is not plain which score counts, or the score is neither right nor wrong.
        NothingCollectedError: no sample has a grade.
    """
    if is_log(path):
        header = Log(path).header()
        dataset, solver = log_dataset(header), str(header.get("model") or path.stem)
        found = list(_inspect_grades(path, score))
    else:
        named = _SAMPLES_FILE.fullmatch(path.name)
        dataset = named["task"] if named is not None else path.stem
        solver = path.resolve().parent.name or path.stem
        found = list(_harness_grades(path, score))
    grades = tuple(one for one in found if isinstance(one, Grade))
    left_out = tuple(one for one in found if isinstance(one, Unreadable))
    if not grades:
        why = f"; first {left_out[0].path}: {left_out[0].reason}" if left_out else ""
        raise NothingCollectedError(f"{path}: no sample has a grade{why}")
    return GradedLog(path, dataset, solver, grades, left_out)


def write_graded(folder: Path, logs: Sequence[GradedLog]) -> TracePackage:
    """Write logs of the same samples as one package, each with a solver of its own, and open it.

    Raises:
        RecordError: two logs do not agree on a sample, or have it twice.
    """
    times = Counter(log.solver for log in logs)
    logs = [log if times[log.solver] == 1 else replace(log, solver=f"{log.solver} ({log.path.stem})") for log in logs]
    items: dict[ItemKey, Item] = {}
    rows: dict[RowKey, ResultRow] = {}
    for log in logs:
        for grade in log.grades:
            item = Item(grade.item_id, log.dataset, grade.question, _OPTIONS, (_CORRECT,))
            fault = identifier_fault(item.item_id)
            row = _row(item, log.solver, grade)
            if fault is not None:
                raise RecordError(f"{grade.place}: its id cannot be one: {fault}")
            if items.setdefault(item.key, item) != item:
                raise RecordError(f"{grade.place}: another sample than the one that has this id before")
            if row.key in rows:
                raise RecordError(f"{grade.place}: there is a sample of this id and epoch before")
            rows[row.key] = row
    write_items(folder, items.values())
    write_programs(folder, ())
    write_solvers(folder, {log.solver: SolverEntry(registered=True) for log in logs})
    write_shards(folder / "results.jsonl", (to_record(rows[key]) for key in sorted(rows)))
    name = " and ".join(log.path.name for log in logs)
    write_manifest(folder, name=name, contract="cgr", created=None, coverage=coverage(items, list(rows.values())))
    package = open_package(folder)
    consistent = replace(
        package.consistency, notes=()
    )  # a log has no programs, verdicts or calls that could be missing
    return replace(package, absent=(), checked=replace(package.checked, consistency=consistent))


def _row(item: Item, solver: str, grade: Grade) -> ResultRow:
    answer = None if grade.is_right is None else _CORRECT if grade.is_right else _INCORRECT
    return ResultRow(
        item.dataset,
        item.item_id,
        solver,
        GENERATOR,
        grade.sample,
        correct_ans=item.correct_answer,
        solverLLM_baseline_ans=answer,
        extraction_failed={"direct": answer is None, "assisted": None, "generator": None},
    )


def _inspect_grades(path: Path, score: str) -> Iterator[Grade | Unreadable]:
    for graded in graded_samples(Log(path), score):
        if isinstance(graded, Unreadable):
            yield graded
            continue
        sample = graded.sample
        parts = [question_of(sample), *map(str, sample.get("choices") or ()), _text(sample.get("target"))]
        yield Grade(graded.place, str(sample["id"]), "\n".join(parts), sample["epoch"] - 1, graded.is_right)


def _harness_grades(path: Path, score: str) -> Iterator[Grade | Unreadable]:
    """The rows of one metric behind one filter; of several filters one has to be named."""
    metric, comma, wanted = score.partition(",")
    filters: dict[str, str] = {}
    for line in json_lines(path):
        if isinstance(line, Unreadable):
            yield line
            continue
        place, row = f"{path.as_posix()}:{line.number}", line.row
        if "doc_id" not in row or "doc" not in row:
            raise UsageError(f"{place}: not a sample of lm-evaluation-harness: it has no doc_id and doc")
        name = metric or _metric(row, place)
        if name not in row:
            raise UsageError(f"{place}: no metric {name!r}; --score one of {', '.join(_metrics(row))}")
        behind = str(row.get("filter", "none"))
        filters.setdefault(behind, place)
        if comma and behind != wanted:
            continue
        if len(filters) > 1 and not comma:
            there = ", ".join(f"{name},{one}" for one in filters)
            raise UsageError(f"{place}: several filters: --score one of {there}")
        value = row[name]
        if value not in (0, 1):
            raise UsageError(f"{place}: metric {name!r} is {value!r}, neither right nor wrong; --score names another")
        question = f"{_text(row['doc'])}\n{_text(row.get('target'))}"
        yield Grade(place, str(row["doc_id"]), question, 0, bool(value))


def _metrics(row: Mapping[str, Any]) -> list[str]:
    """The metrics of a row: those that it lists, or in older files the numbers in it."""
    listed = row.get("metrics")
    if isinstance(listed, list):
        return [str(name) for name in listed]
    return [name for name, value in row.items() if isinstance(value, int | float) and name != "doc_id"]


def _metric(row: Mapping[str, Any], place: str) -> str:
    there = _metrics(row)
    known = there if len(there) == 1 else [name for name in _METRICS if name in there]
    if not known:
        raise UsageError(f"{place}: which metric says what is right? --score one of {', '.join(there)}")
    return known[0]


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
