"""What a component imports, read from its own bytes: it need not be compiled for that.

Only the frame of the binary format is read, as the component model's ``Binary.md`` describes it: sections one after
another, of which those with the number 10 hold imports. Anything else than that is an error, never a shorter list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.sandbox.component import SandboxError

__all__ = ["Import", "imports_of"]

_PREAMBLE = b"\0asm\x0d\0\x01\0"
_IMPORTS = 10
_KINDS = ("core module", "function", "value", "type", "component", "instance")
_BOUNDED = frozenset({"value", "type"})
"""Kinds whose description is a byte and, where that is the given one, an index."""
_WITHOUT_INDEX = ("type", 1)


@dataclass(frozen=True, slots=True)
class Import:
    """One thing that a component cannot do by itself."""

    name: str
    kind: str
    """``function``, ``instance``, ...: the sort of the component model."""


def imports_of(component: bytes) -> tuple[Import, ...]:
    """Everything that a component imports, in its order.

    Raises:
        SandboxError: the bytes are not a component, or say something that is not known here.
    """
    if not component.startswith(_PREAMBLE):
        raise SandboxError("no component of WebAssembly: its first eight bytes are others")
    try:
        found: list[Import] = []
        for number, start, end in _sections(component):
            if number == _IMPORTS:
                found.extend(_imports_in(_Bytes(component, start, end)))
        return tuple(found)
    except (IndexError, ValueError) as error:
        raise SandboxError(f"no component that can be read: {error}") from error


class _Bytes:
    """A place in bytes that moves on as they are read."""

    def __init__(self, data: bytes, place: int, end: int) -> None:
        self.data = data
        self.place = place
        self.end = end

    def byte(self) -> int:
        """The next byte."""
        return self.take(1)[0]

    def take(self, count: int) -> bytes:
        """So many bytes."""
        if self.place + count > self.end:
            raise IndexError("a section ends too early")
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self) -> int:
        """An unsigned LEB128 of at most 32 bits."""
        value = 0
        for shift in range(0, 35, 7):
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise ValueError("a number of more than 32 bits")


def _sections(component: bytes) -> Iterator[tuple[int, int, int]]:
    reader = _Bytes(component, len(_PREAMBLE), len(component))
    while reader.place < reader.end:
        number, size = reader.byte(), reader.number()
        start = reader.place
        reader.take(size)
        yield number, start, start + size


def _imports_in(reader: _Bytes) -> Iterator[Import]:
    for _ in range(reader.number()):
        if reader.byte() > 1:
            raise ValueError("an import with a name of an unknown form")
        name = reader.take(reader.number()).decode("utf-8")
        kind = _KINDS[reader.byte()]
        if kind == "core module" and reader.byte() != 0x11:
            raise ValueError("an import of an unknown kind")
        bound = (kind, reader.byte()) if kind in _BOUNDED else None
        if bound != _WITHOUT_INDEX:
            reader.number()
        yield Import(name, kind)
    if reader.place != reader.end:
        raise ValueError("a section of imports with something after them")
