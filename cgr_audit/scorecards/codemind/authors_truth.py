"""The authors' folders of benchmarks: a folder for each program, with the program, its input, output and tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError

__all__ = ["Truth", "read_truth", "text_of"]

_MARKS = ("main.py", "Main.java", "input.txt", "output.txt", "assert.txt", "asserts.txt")
"""A folder with one of these is that of a program."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Where the benchmarks of a layout are."""

    root: Path
    benchmarks: dict[str, Path]
    """By name, in lower case: ``mbpp``, or ``avatar-python`` of ``Avatar/Avatar-Python``."""

    def benchmark(self, parts: tuple[str, ...]) -> Path | None:
        """The benchmark that a path's parts name, the last of them first; the one whose folder was given."""
        if self.root in self.benchmarks.values():
            return self.root
        return next(
            (self.benchmarks[part.lower()] for part in reversed(parts) if part.lower() in self.benchmarks), None
        )

    def is_name(self, part: str) -> bool:
        """Whether a part of a path names a benchmark, or a group of them."""
        groups = {path.parent.name.lower() for path in self.benchmarks.values() if self.root in path.parents}
        return part.lower() in self.benchmarks or part.lower() in groups - {self.root.name.lower()}


def read_truth(root: Path) -> Truth:
    """Find the benchmarks of a folder: those in it, those in its folders, or itself.

    Raises:
        UsageError: it is not a folder, or holds no program with its input or output.
    """
    if not root.is_dir():
        raise UsageError(f"{root}: no such folder; --truth names the folder of benchmarks (the authors' dataset/)")
    if _holds_programs(root):
        return Truth(root, {root.name.lower(): root})
    found = {path.name.lower(): path for path in _folders(root) if _holds_programs(path)}
    for group in _folders(root):
        if group.name.lower() not in found:
            found |= {path.name.lower(): path for path in _folders(group) if _holds_programs(path)}
    if not found:
        raise UsageError(f"{root}: holds no folder BENCHMARK/ID with an output.txt; --truth names one that does")
    return Truth(root, found)


def program_fields(folder: Path) -> dict[str, Any]:
    """What a program's folder says: program, input, expected output and tests, each where its file is there.

    Raises:
        UnicodeDecodeError: a file is not text.
    """
    given = text_of(folder / "input.txt")
    java = text_of(folder / "Main.java")
    return {
        "program": text_of(folder / "main.py") or java,
        **({} if java is None else {"language": "java"}),
        "input": None if given is None else given.strip("\n"),
        "expected": text_of(folder / "output.txt"),
        "tests": text_of(folder / "asserts.txt") or text_of(folder / "assert.txt"),
    }


def text_of(path: Path) -> str | None:
    """The text of a file, any newline as one; nothing if there is no such file.

    Raises:
        UnicodeDecodeError: it is not text.
    """
    return path.read_text("utf-8") if path.is_file() else None


def _folders(path: Path) -> Iterator[Path]:
    return (one for one in sorted(path.iterdir()) if one.is_dir() and not one.name.startswith("."))


def _holds_programs(path: Path) -> bool:
    return any((folder / mark).is_file() for folder in _folders(path) for mark in _MARKS)
