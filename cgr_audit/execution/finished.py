"""What a command that did all its work leaves in its folder, so that the same command again has nothing to do.

The file holds one digest of everything that decided the results, this toolkit's own code included, and the digest of
every file that was written. Where any of them differs, the work is done as if there were no such file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cgr_audit.records.digests import file_sha256
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.lines import write_atomically

__all__ = ["FILE", "Finished", "Shown", "inputs_digest", "read_finished", "write_finished"]

FILE = "finished.json"
_CODE = Path(__file__).resolve().parent.parent
_UNDECIDING = (FILE, "ledger.jsonl")
"""Files of the folder that no result is read from once it is finished."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What went to standard output, save the path of the report."""

    listing: str = ""
    """The programs that are not approved, with the reasons."""
    tables: Sequence[Mapping[str, Any]] = ()
    """The records of tables."""
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """What there is to say about finished work."""

    outcomes: dict[str, int]
    """How many rows ended in which way."""
    runs: int
    """Pieces of work in the ledger."""
    control_rows: int = 0
    shown: Shown = Shown()


def inputs_digest(**inputs: Any) -> str:
    """The digest of what decides a command's results: the given facts, as JSON holds them, and the toolkit's code."""
    digest = hashlib.sha256(json.dumps(inputs, sort_keys=True).encode())
    for path in sorted(_CODE.rglob("*.py")):
        digest.update(f"{path.relative_to(_CODE).as_posix()} {file_sha256(path)}\n".encode())
    return digest.hexdigest()


def read_finished(out: Path, inputs: str) -> Finished | None:
    """What finished work with these inputs left; nothing if there is none, or any of its files is another now."""
    try:
        record = json.loads((out / FILE).read_bytes())
        files = record["files"].items()
        if record["inputs"] != inputs or any(file_sha256(out / name) != digest for name, digest in files):
            return None
        finished = record["finished"]
        return Finished(**{**finished, "shown": Shown(**finished["shown"])})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, RecordError):
        return None


def write_finished(out: Path, inputs: str, finished: Finished) -> None:
    """Say that all work with these inputs is done."""
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    files = {name: file_sha256(out / name) for name in names if name not in _UNDECIDING}
    record: Mapping[str, Any] = {"inputs": inputs, "finished": asdict(finished), "files": files}
    write_atomically(out / FILE, [json.dumps(record, indent=1, sort_keys=True).encode() + b"\n"])
