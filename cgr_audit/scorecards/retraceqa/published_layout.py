"""Rows from annotated traces as they are published: a file for each dataset, in the layout of ProcessBench.

ReTraceQA takes over task and labels of ProcessBench (Zheng et al. 2024). Each entry has ``id``, ``generator``,
``problem``, ``steps``, ``final_answer_correct`` and ``label``; the dataset is the name of the file. Other fields are
kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from cgr_audit.errors import UsageError
from cgr_audit.records.importers.tables import Table, read_table
from cgr_audit.regular_file import read_regular
from cgr_audit.scorecards.row_source import AcceptedRows, RowKind, Rows, RowSource, joined_rows, read_rows

__all__ = ["is_published", "read_published", "read_traces"]

_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "id": "id",
        "generator": "model",
        "problem": "question",
        "steps": "steps",
        "final_answer_correct": "answer_correct",
        "label": "first_error",
    }
)
"""Published names, and those of rows."""
_ENDING = ".json"


def is_published(path: Path) -> bool:
    """Whether a path is read as published traces: a folder, or a JSON list."""
    return path.is_dir() or path.suffix.lower() == _ENDING


def read_traces(paths: Sequence[Path], kind: RowKind) -> Rows:
    """Read rows of files, then published traces.

    Args:
        paths: as ``read_rows`` takes them, or published traces.
        kind: what a row is.

    Raises:
        UsageError: a path cannot be read as what it is.
        NothingCollectedError: a file has no line at all.
    """
    files = [path for path in paths if not is_published(path)]
    read = [read_rows(files, kind)] if files else []
    read += [read_published(path, kind) for path in paths if is_published(path)]
    return read[0] if len(read) == 1 else joined_rows(read, kind.key)


def read_published(path: Path, kind: RowKind) -> Rows:
    """Read published traces as rows.

    Args:
        path: a file, or a folder of files.
        kind: what a row is.

    Raises:
        UsageError: a file cannot be read, or its entries lack a field of the layout.
        NothingCollectedError: a file has no entries.
    """
    files = sorted(path.glob(f"*{_ENDING}")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{path}: no {_ENDING} file of published traces in the folder")
    accepted = AcceptedRows(kind.key)
    sources = []
    for file in files:
        table = read_table(file)
        _require_fields(table)
        accepted.bad.extend(f"{one.path}: {one.reason}" for one in table.bad)
        for row in table.rows:
            record = _renamed(row.record) | {"dataset": table.name}
            accepted.read(msgspec.json.encode(record), kind, row.place)
        digest = hashlib.sha256(read_regular(file)).hexdigest()
        sources.append(RowSource(str(file), digest, len(table.rows) + len(table.bad)))
    return accepted.rows(sources)


def _require_fields(table: Table) -> None:
    missing = [name for name in _FIELDS if name not in table.columns]
    if missing:
        raise UsageError(
            f"{table.path}: not published traces: no entry has {', '.join(missing)}; rows of your own are .jsonl "
            "(`cgr-audit schema retraceqa_row`)"
        )


def _renamed(record: Mapping[str, Any]) -> dict[str, Any]:
    renamed = {_FIELDS.get(name, name): value for name, value in record.items()}
    if isinstance(renamed.get("error_type"), str):
        renamed["error_type"] = renamed["error_type"].lower()  # the paper writes them with a capital
    return renamed
