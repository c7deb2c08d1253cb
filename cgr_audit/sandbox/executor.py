"""Where runs happen: on threads of this process, or on whatever else does the same for another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

__all__ = ["Executor"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Executor(Protocol):
    """Calls functions on many items elsewhere. What comes out is what this process would get."""

    def map(
        self,
        function: Callable[[_Item], _Result],
        items: Iterable[_Item],
        jobs: int,
        lost: Callable[[_Item, str], _Result],
    ) -> Iterator[_Result]:
        """Call a function on every item; results come in the items' order, which are taken as they are needed.

        Args:
            function: picklable, with all that it needs.
            items: picklable too.
            jobs: how many of them each worker has under way at a time.
            lost: the result of an item that ends whatever process it is in, and why there is no other.
        """
        ...
