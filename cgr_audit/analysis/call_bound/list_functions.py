"""Functions that change the list they are given: of ``heapq`` and ``bisect``, and methods called by their class."""

from __future__ import annotations

from collections.abc import Callable

from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.container_methods import METHODS
from cgr_audit.analysis.call_bound.machine import ListChanged
from cgr_audit.analysis.call_bound.outside_call import OutsideCall
from cgr_audit.analysis.call_bound.values import NONE, TOP, Value

__all__ = ["LIST_FUNCTIONS"]

_METHODS = (
    *(f"list.{name}" for name in ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")),
    *(f"set.{name}" for name in ("add", "clear", "discard", "pop", "remove", "update")),
    *(f"dict.{name}" for name in ("clear", "pop", "popitem", "setdefault", "update")),
)


def _as_method(method: str, first: int = 1) -> Callable[[OutsideCall], Value]:
    """Call a method of the first argument with what follows the first so many."""

    def called(call: OutsideCall) -> Value:
        if not call.given or call.given[0].is_list:
            raise ListChanged
        arguments = Arguments(call.given[first:], call.arguments.named, call.arguments.is_open)
        inner = OutsideCall(call.machine, call.state, f"method.{method}", arguments, call.node, call.frame)
        return METHODS[method](inner, call.given[0])

    return called


def _exchanged(call: OutsideCall) -> Value:
    """One element is put in and one taken out: any of those in the heap, or the one that is given."""
    _as_method("append")(call)
    return _as_method("pop", first=2)(call)


def _ordered(call: OutsideCall) -> Value:
    for ref, thing in call.machine.things(call.state, call.given[0] if call.given else TOP):
        call.state.things[ref] = thing.summed()
    return NONE


LIST_FUNCTIONS: dict[str, Callable[[OutsideCall], Value]] = {
    "bisect.insort": _as_method("append"),
    "bisect.insort_left": _as_method("append"),
    "bisect.insort_right": _as_method("append"),
    "heapq.heapify": _ordered,
    "heapq.heappop": _as_method("pop"),
    "heapq.heappush": _as_method("append"),
    "heapq.heappushpop": _exchanged,
    "heapq.heapreplace": _exchanged,
    **{f"builtins.{name}": _as_method(name.partition(".")[2]) for name in _METHODS},
}
"""By dotted name."""
