"""A package to pass on: its own files alone, on request without the texts of items that may not be passed on.

What stays is what figures rest on: options by letter, gold, answers, calls with their status, tokens and times.
Programs and what is found in them stay as they are.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.records.lines import read_lines, write_lines
from cgr_audit.records.package import FILES, TracePackage, file_sha256, open_package
from cgr_audit.records.rows import ItemKey
from cgr_audit.records.shards import file_of_shard
from cgr_audit.records.writing import write_document
from cgr_audit.schema import load_schema

__all__ = ["Exported", "export_package"]

_TEXTS: Mapping[str, tuple[str, ...]] = {
    "items.jsonl": ("question",),
    "generations.jsonl": ("prompt", "response"),
    "results.jsonl": ("value_literal",),
    "calls.jsonl": ("prompt", "response", "config"),
    "control_calls.jsonl": ("prompt", "response", "config"),
    "controls.jsonl": (),
}
"""Fields that hold texts of an item or of a model; null afterwards. Fields that no schema knows go too."""
_ANSWERS = {"solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans", "answer"}
_ANSWERS |= {"recorded_baseline_ans", "recorded_assisted_ans"}
_LONGEST_ANSWER = 20
"""Characters; what is longer is not an option's letter, and may be a sentence of a response."""
_LEFT_OUT = "left out"
_ERROR = re.compile(r"(line \d+: )?[\w.]+(?=:|$)")
"""Where a program's error was and of what kind; what follows may quote its item."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of a package."""

    package: TracePackage
    redacted: int
    """Items whose texts were left out."""


def export_package(source: TracePackage, out: Path, *, redact: bool) -> Exported:
    """Copy what belongs to a package into a new folder: no ledger, page or table that lies next to it.

    Args:
        source: the package.
        out: a folder that is empty or not there.
        redact: whether the texts of items that are not ``redistributable`` are left out.

    Raises:
        UsageError: the folder holds something.
    """
    if out.is_dir() and any(out.iterdir()):
        raise UsageError(f"{out}: it holds files already; export into a new folder, or remove it first")
    hidden = {key for key, item in source.items.items() if item.redistributable is not True} if redact else set()
    manifest = source.manifest
    folder = out.with_name(f".{out.name}.part")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        for name in _names(source):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            file = file_of_shard(name)
            if hidden and file in _TEXTS:
                records = (record for _, record in read_lines(source.folder / name, FILES[file], checked=False))
                write_lines(target, _redacted(records, file, hidden))
            else:
                shutil.copyfile(source.folder / name, target)
        digests = {name: file_sha256(folder / name) for name in _names(source)}
        origin = {"name": manifest.name, "manifest_sha256": manifest.digest}
        write_document(folder / "manifest.json", {**manifest.record, "sha256": digests, "derived_from": origin})
        open_package(folder)
        if out.is_dir():
            out.rmdir()
        folder.replace(out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Exported(open_package(out), len(hidden))


def _names(source: TracePackage) -> list[str]:
    """The files that belong to a package, whether or not its manifest lists them."""
    unlisted = [name for name in source.unlisted if not name.startswith("programs/")]
    programs = [f"programs/{program.program_id}" for program in source.programs]
    return sorted({*source.manifest.sha256, *unlisted, *programs})


def _redacted(records: Iterable[dict[str, Any]], name: str, hidden: set[ItemKey]) -> Iterable[dict[str, Any]]:
    known = load_schema(FILES[name])["properties"]
    for record in records:
        if ItemKey(record["dataset"], record["item_id"]) not in hidden:
            yield record
            continue
        kept = {field: None if field in _TEXTS[name] else value for field, value in record.items() if field in known}
        if name == "items.jsonl":
            kept["options"] = [{"id": option["id"], "text": None} for option in record["options"]]
        for field in _ANSWERS & kept.keys():
            kept[field] = _LEFT_OUT if len(kept[field] or "") > _LONGEST_ANSWER else kept[field]
        if kept.get("error") is not None:
            kept["error"] = _kind(kept["error"])
        for run in kept.get("runs") or ():
            run["error"] = _kind(run["error"])
        yield kept


def _kind(error: str | None) -> str | None:
    found = _ERROR.match(error or "")
    return None if error is None else found[0] if found else _LEFT_OUT
