"""A program under audit: exact bytes and where they came from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

__all__ = ["Program"]


@dataclass(frozen=True)
class Program:
    """One program as it was found. The bytes are what is judged and what runs; nothing here is decoded.

    Not slotted, because the digest is computed once, when first asked for.
    """

    program_id: str
    """The path from the base folder with ``/``, or the row's id."""

    path: str
    """Where a person finds it: a path from the working folder, or ``file.jsonl:17`` for a row."""

    data: bytes
    """The exact bytes."""

    fields: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The other fields of the row it came from; empty for files."""

    derived_from: str | None = None
    """The sha256 of the text it was taken out of by ``unwrap``, if any."""

    container: str | None = field(default=None, compare=False)
    """The data file or archive that it is in, as people see it; nothing for a file of its own."""

    @cached_property
    def sha256(self) -> str:
        """The digest of the bytes, 64 hexadecimal digits."""
        return hashlib.sha256(self.data).hexdigest()
