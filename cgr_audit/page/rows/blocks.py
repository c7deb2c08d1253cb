"""Records packed for a page: JSON, compressed, as text; a browser unpacks one block at a time, when it is needed."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = ["Blocks", "Position", "packed"]

BLOCK = 128 * 1024
"""So many characters of JSON go into a block, unless a single record is larger."""


class Position(NamedTuple):
    """Where a record is: the number of its block, and which of the records in it."""

    block: int
    place: int


@dataclass(slots=True)
class Blocks:
    """Blocks that are filled in order until their budget is used up.

    Positions are known when ``close`` was called: of a block that no longer fits only as many records are held as do.
    """

    budget: int
    """How many bytes of text all blocks together may take."""
    texts: list[str] = field(default_factory=list)
    """The finished blocks."""
    used: int = 0
    _pending: list[tuple[Any, str]] = field(default_factory=list)
    _size: int = 0
    _positions: dict[Any, Position] = field(default_factory=dict)
    _full: bool = False

    @property
    def is_full(self) -> bool:
        """Whether something did not fit; from then on nothing is taken."""
        return self._full

    def add(self, name: Any, record: Any) -> None:
        """Add a record under a name of its own, by which its position is asked for."""
        if self._full:
            return
        text = json.dumps(record, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        self._pending.append((name, text))
        self._size += len(text)
        if self._size >= BLOCK:
            self._finish()

    def close(self) -> dict[Any, Position]:
        """Finish the last block; the position of every record that is held, by name."""
        self._finish()
        return self._positions

    def _finish(self) -> None:
        text = self._pending_text()
        while self._pending and self.used + len(text) > self.budget:
            self._full = True
            del self._pending[len(self._pending) // 2 :]
            text = self._pending_text()
        if self._pending:
            for place, (name, _) in enumerate(self._pending):
                self._positions[name] = Position(len(self.texts), place)
            self.texts.append(text)
            self.used += len(text)
        self._pending.clear()
        self._size = 0

    def _pending_text(self) -> str:
        return _compressed("[" + ",".join(text for _, text in self._pending) + "]")


def packed(record: Any) -> str:
    """One record as a block of its own."""
    return _compressed(json.dumps(record, ensure_ascii=True, allow_nan=False, separators=(",", ":")))


def _compressed(text: str) -> str:
    """Base64 of the zlib stream; the alphabet holds nothing that means anything in HTML."""
    return base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")
