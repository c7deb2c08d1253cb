"""How a run goes, told to whoever shows it."""

from __future__ import annotations

from typing import Protocol

__all__ = ["NoProgress", "RunProgress"]


class RunProgress(Protocol):
    """Told how a run goes, from any thread."""

    def started(self, total: int, resumed: int) -> None:
        """So many pieces of work there are, and so many an earlier run had finished."""
        ...

    def finished(self) -> None:
        """One more piece of work is durable."""
        ...

    def retrying(self, what: str | None) -> None:
        """The solver is asked again, and why; nothing once all its calls go through."""
        ...


class NoProgress:
    """Says nothing."""

    def started(self, total: int, resumed: int) -> None:
        """Say nothing."""

    def finished(self) -> None:
        """Say nothing."""

    def retrying(self, what: str | None) -> None:
        """Say nothing."""
