"""How much is taken out of one file: one budget of bytes and records, whatever holds the programs.

A few kilobytes of a compressed file can hold gigabytes of text. Text that people wrote or models generated shrinks to a
tenth at best, so a file may give a hundred times its own size, and a small one more.
"""

from __future__ import annotations

from typing import BinaryIO

__all__ = [
    "RECORDS",
    "RECORD_BYTES",
    "Budget",
    "BudgetSpentError",
    "expanded",
    "record_fault",
    "record_too_large",
    "size_of",
]

RECORD_BYTES = 16 * 1024 * 1024
"""The largest record that is read, in bytes: the largest program with its escapes, and the other fields."""
RECORD_VALUES = 500_000
"""The most values of one record; each costs some hundred bytes of memory, and can take three in the file."""
RECORDS = 10_000_000
"""The most records of one file that has fewer bytes; a larger one may have as many as it has bytes."""
_RATIO = 100
_LEAST = 1 << 30
_FEW_BYTES = 1 << 20


class BudgetSpentError(Exception):
    """A file holds more than is taken out of one; the message says what."""


class Budget:
    """What may still be taken out of one file."""

    __slots__ = ("_bytes", "_limit", "_most_records", "_records")

    def __init__(self, size: int) -> None:
        """Begin with the whole budget of a file of ``size`` bytes."""
        self._limit = self._bytes = expanded(size)
        self._most_records = self._records = max(RECORDS, size)

    def take(self, size: int, records: int = 0) -> None:
        """Take bytes, as they are after decompression, and records.

        Raises:
            BudgetSpentError: nothing is left to take them from.
        """
        if self._bytes <= 0:
            raise BudgetSpentError(f"holds more than {self._limit >> 20:,} MiB, the limit for a file of its size")
        if records > self._records:
            raise BudgetSpentError(f"holds more than {self._most_records:,} records, the limit for a file of its size")
        self._bytes -= size
        self._records -= records


def expanded(size: int, least: int | None = None) -> int:
    """How many bytes may come out of ``size`` bytes of a file."""
    return max(_LEAST if least is None else least, _RATIO * size)


def record_fault(text: bytes, most: int | None = None) -> str | None:
    """Why a JSON text is too large to be read as one record; nothing if it is not.

    Args:
        text: the record.
        most: its limit in bytes, where it is not that of a record of many; the limit of values grows with it.
    """
    limit = RECORD_BYTES if most is None else most
    if len(text) > limit:
        return record_too_large(limit)
    values = RECORD_VALUES * limit // RECORD_BYTES
    if len(text) > _FEW_BYTES and text.count(b",") + text.count(b"[") + text.count(b"{") > values:
        return f"more than {values:,} values, the limit of one record"
    return None


def record_too_large(limit: int = RECORD_BYTES) -> str:
    """What is said of a record above its limit in bytes."""
    return f"larger than {limit >> 20} MiB, the limit of one record"


def size_of(stream: BinaryIO) -> int:
    """The size of an open file in bytes."""
    place = stream.tell()
    size = stream.seek(0, 2)
    stream.seek(place)
    return size
