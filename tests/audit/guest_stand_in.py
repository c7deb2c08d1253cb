"""A compiler that refuses some words, in the place of the one inside the sandbox; children import it by this name."""

from __future__ import annotations

from dataclasses import dataclass

from cgr_audit.source.parse import CompileError


@dataclass(frozen=True)
class GuestStandIn:
    """Refuses a program that holds a word."""

    refused: bytes

    def __call__(self, source: bytes) -> CompileError | None:
        if b"explode" in source:
            raise ValueError("the guest is broken")
        return CompileError("refused", 1, 1) if self.refused in source else None
