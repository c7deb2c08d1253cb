"""Whether the counts in ``manifest.json`` are those of the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cgr_audit.plural import counted
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind

__all__ = ["differing_counts"]


def differing_counts(stated: Mapping[str, int], held: Mapping[str, int | None]) -> Iterator[PackageWarning]:
    """Yield a note for each count of the manifest that is not that of its file.

    Args:
        stated: how many records there are by the manifest, by file; the ending of its name may be left out.
        held: how many there are, by the file's name; nothing if it is not there.
    """
    for name, number in stated.items():
        file = name if name.endswith(".jsonl") else f"{name}.jsonl"
        if file not in held:
            message = f"/counts/{name}: no file of a package is called {file!r}, so this count was not checked"
            yield PackageWarning(WarningKind.COUNT_UNKNOWN, "manifest.json", None, 1, message)
        elif (held[file] or 0) != number:
            there = held[file]
            said = "is not there" if there is None else f"holds {counted(there, 'record')}"
            message = f"{said}, but manifest.json says {counted(number, 'record')}"
            yield PackageWarning(WarningKind.COUNT_DIFFERS, file, None, there or 0, message)
