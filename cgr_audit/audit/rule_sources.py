"""The files that rules are made of, and the digest of all that decides what rules find, without importing any."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["ENTRY_POINT_GROUP", "entry_points", "rule_files", "rules_digest"]

ENTRY_POINT_GROUP = "cgr_audit.rules"
"""Packages name a module, or a rule class, in this entry-point group to add rules."""

_BELOW = ("source", "analysis", "audit")
"""The folders that rules stand on."""


def rules_digest(folder: Path | None = None) -> str:
    """The digest of the rules, of everything below them, and of a folder of further rules.

    Raises:
        UsageError: there is no such folder, or no rule in it.
    """
    digest = hashlib.sha256()
    for path in _sources(folder):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return f"sha256:{digest.hexdigest()}"


def rule_files(folder: Path | None) -> list[Path]:
    """The rule files of a folder, sorted; none where no folder is given.

    Raises:
        UsageError: there is no such folder, or no rule file in it.
    """
    if folder is None:
        return []
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder of rules")
    paths = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("_")]
    if not paths:
        raise UsageError(f"{folder}: no rule files (*.py) in it")
    return paths


def entry_points() -> list[EntryPoint]:
    """What installed packages name as rules, sorted by name."""
    from importlib import metadata  # noqa: PLC0415  costs start-up time

    return sorted(metadata.entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name)


def _sources(folder: Path | None) -> Iterator[Path]:
    package = Path(__file__).resolve().parent.parent
    for name in _BELOW:
        yield from sorted((package / name).rglob("*.py"))
    yield from _files_of("cgr_audit.rules")
    for point in entry_points():
        yield from _files_of(point.value.partition(":")[0].partition(".")[0])
    yield from rule_files(folder)


def _files_of(module: str) -> Iterator[Path]:
    """The files of a module, or of a package with everything in it; none where it cannot be found."""
    spec = importlib.util.find_spec(module)
    if spec is None:
        return
    if spec.submodule_search_locations is not None:
        for location in spec.submodule_search_locations:
            yield from sorted(Path(location).rglob("*.py"))
    elif spec.origin is not None and Path(spec.origin).is_file():
        yield Path(spec.origin)
