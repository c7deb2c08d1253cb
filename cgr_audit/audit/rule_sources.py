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

_DECIDING = frozenset({".py", ".txt"})
"""The files in them that decide what rules find: modules, and the tables of members and capabilities."""

_COMPILER = ("compile_check.py", "guest_call.py", "limits.py")
"""What decides, in the sandbox's folder, whether the compiler inside it accepts a program that the host's refuses."""


def rules_digest(folder: Path | None = None) -> str:
    """The digest of the rules, of everything below them, and of a folder of further rules.

    Raises:
        UsageError: there is no such folder, or no rule in it.
    """
    digest = hashlib.sha256()
    for place, path in _sources(folder):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(place).as_posix()} {len(data)}\n".encode("utf-8", "surrogateescape"))
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


def _sources(folder: Path | None) -> Iterator[tuple[Path, Path]]:
    """Every file that decides what rules find, after the folder that its name is told from."""
    package = Path(__file__).resolve().parent.parent
    for name in _BELOW:
        yield from ((package, path) for path in sorted((package / name).rglob("*")) if path.suffix in _DECIDING)
    yield from ((package, package / "sandbox" / name) for name in _COMPILER)
    yield from _files_of("cgr_audit.rules")
    for point in entry_points():
        yield from _files_of(point.value.partition(":")[0].partition(".")[0])
    if rule_files(folder) and folder is not None:
        # Rules may read what lies next to them: modules of their own, tables.
        held = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        yield from ((folder, path) for path in held)


def _files_of(module: str) -> Iterator[tuple[Path, Path]]:
    """The files of a module, or of a package with everything in it; none where it cannot be found."""
    spec = importlib.util.find_spec(module)
    if spec is None:
        return
    if spec.submodule_search_locations is not None:
        for location in spec.submodule_search_locations:
            yield from ((Path(location), path) for path in sorted(Path(location).rglob("*.py")))
    elif spec.origin is not None and Path(spec.origin).is_file():
        yield Path(spec.origin).parent, Path(spec.origin)
