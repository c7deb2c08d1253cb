"""The arguments of one call."""

from __future__ import annotations

from dataclasses import dataclass

from cgr_audit.analysis.call_bound.values import (
    Value,
)

__all__ = ["Arguments"]


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call."""

    positional: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()
    is_open: bool = False
    """Whether there may be more, by ``*`` or ``**`` of something unknown."""

    @property
    def values(self) -> tuple[Value, ...]:
        """All that are known, in order."""
        return (*self.positional, *(value for _, value in self.named))

    def get(self, place: int, name: str) -> Value | None:
        """An argument by place or name."""
        if place < len(self.positional):
            return self.positional[place]
        return dict(self.named).get(name)

    def after(self, given: tuple[Value, ...], named: tuple[tuple[str, Value], ...] = ()) -> Arguments:
        """The same with some put before."""
        own = dict(self.named)
        return Arguments((*given, *self.positional), tuple({**dict(named), **own}.items()), self.is_open)
