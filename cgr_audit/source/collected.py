"""What collecting gives besides programs: what could not be read, what was left out, and the limits."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

__all__ = [
    "PROGRAM_LIMIT",
    "UNREADABLE_LIMIT",
    "OnSkip",
    "Skipped",
    "Unreadable",
    "ignore_skipped",
    "read_program",
    "reason_of",
]

PROGRAM_LIMIT = 8 * 1024 * 1024
"""The largest program that is read, in bytes. No model writes one so large."""

UNREADABLE_LIMIT = 100_000
"""How many programs of one path are reported as unreadable, each by itself."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A program that is there and could not be had. The run goes on, and ends as incomplete."""

    path: str
    """The file, or ``file.jsonl:17`` for a row, or ``file.zip:name.py`` for an entry."""
    reason: str
    """What is wrong and, where something can be done, what to do; one line."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was left out on purpose, which leaves a run complete."""

    path: str
    reason: str
    is_excluded: bool = False
    """Whether somebody asked for that by a pattern."""


OnSkip = Callable[[Skipped], None]
"""Told of everything that is left out on purpose."""


def ignore_skipped(_skipped: Skipped) -> None:
    """Say nothing of what is left out."""


def read_program(stream: BinaryIO) -> bytes | str:
    """The bytes of a program, or why they are too many."""
    data = stream.read(PROGRAM_LIMIT + 1)
    return data if len(data) <= PROGRAM_LIMIT else too_large()


def too_large() -> str:
    """What is said of a program above the limit."""
    return f"larger than {PROGRAM_LIMIT // (1024 * 1024)} MiB, which no program is"


def reason_of(error: OSError) -> str:
    """An operating system's error in a few words, without the path."""
    return (error.strerror or os.strerror(error.errno or 0) or str(error)).lower()
