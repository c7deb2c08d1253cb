"""Doing equal work once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from cgr_audit.sandbox.threads import map_in_order

__all__ = ["once_each"]

_Item = TypeVar("_Item", bound=Hashable)
_Result = TypeVar("_Result")


def once_each(function: Callable[[_Item], _Result], items: Sequence[_Item], jobs: int) -> list[_Result]:
    """The result of each item in order, on guest threads; of equal items it is found once.

    What the parser warns of in tests and values, such as ``1if x else 2``, is neither said nor, where warnings are
    errors, a fault of them.
    """
    distinct = list(dict.fromkeys(items))
    with warnings.catch_warnings():  # here and not where texts are parsed: filters are those of all threads
        warnings.simplefilter("ignore")
        results = dict(zip(distinct, map_in_order(function, distinct, max(jobs, 1)), strict=True))
    return [results[item] for item in items]
