"""What became of every response: which reached no result, which were not extracted, which were not checked."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cgr_audit.analysis.interpreter.interpreter import Interpreter
from cgr_audit.analysis.interpreter.traces import FIRST_TRACE, Origin, Traces, is_positive
from cgr_audit.analysis.queries.sources import Flow, Source

__all__ = ["Responses", "Taken", "Unchecked", "read_responses"]


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer taken from a response without the extraction helper."""

    flow: Flow
    """The answer."""
    test: ast.AST | None
    """What compares the response with the answer, or looks the answer up by it; nothing if the response flows in."""
    calls: tuple[ast.AST, ...]
    """The solver calls that gave the response."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """An extracted answer of which nothing asks whether extraction failed."""

    call: ast.AST
    """The call of the extraction helper."""
    flow: Flow
    """The answer that it becomes."""


@dataclass(frozen=True, slots=True)
class Responses:
    """What became of the responses of one program, each list in the order of the run."""

    ignored: tuple[ast.AST, ...] = ()
    """Calls of the solver, or of a function that calls it, whose responses influence nothing."""
    taken: tuple[Taken, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()


def read_responses(interp: Interpreter, channels: Mapping[str, tuple[Flow, ...]], answers: Iterable[Flow]) -> Responses:
    """Read the traces that came to the channels; ``answers`` are the flows of the solver's."""
    if not interp.traces.asks:
        return Responses()
    flows = list(answers)
    return Responses(
        ()
        if interp.lost
        else tuple(dict.fromkeys(_ignored(interp, [flow for found in channels.values() for flow in found]))),
        tuple(_taken(interp.traces, flows, interp.contract.extraction.failure_value)),
        tuple(_unchecked(interp.traces, flows)),
    )


def _ignored(interp: Interpreter, flows: list[Flow]) -> Iterator[ast.AST]:
    """Every call whose response is in no result, decides nothing, and is in no prompt whose own response does."""
    traces = interp.traces
    if any(isinstance(flow.returned, ast.FunctionDef) and flow.source is Source.UNKNOWN for flow in flows):
        return  # a generator, whose values the runner takes
    used, tests = traces.escaped, set(traces.leaving)
    for flow in flows:
        used |= flow.alternative.taint
        tests.update(flow.alternative.controls)
    used |= _decided(traces, tests)
    left = list(traces.responses)
    while True:
        reached = [origin for origin in left if used & origin.bit]
        if not reached:
            break
        left = [origin for origin in left if not used & origin.bit]
        for origin in reached:
            used |= traces.prompts[origin.bit] | _decided(traces, traces.reached[origin.bit])
    if left:
        yield from _places(interp, left)


def _decided(traces: Traces, tests: Iterable[ast.AST]) -> int:
    result = 0
    for node in tests:
        result |= traces.decided.get(node, 0)
    return result


def _places(interp: Interpreter, ignored: list[Origin]) -> Iterator[ast.AST]:
    """For each ignored response, the innermost call on the way to it that leads to ignored responses only."""
    bits = {origin.bit for origin in ignored}
    kept = [origin for origin in interp.traces.responses if origin.bit not in bits]
    busy = {node for origin in kept for node in _calls(interp, origin)}
    for origin in ignored:
        way = _calls(interp, origin)
        if any(function in interp.traces.cut for function, _ in interp.way(origin.frame)):
            continue  # the rest of the recursion may use it
        yield next((node for node in way if node not in busy), origin.node)


def _calls(interp: Interpreter, origin: Origin) -> list[ast.AST]:
    return [origin.node, *(site for _, site in interp.way(origin.frame))]


def _taken(traces: Traces, answers: list[Flow], failure_value: str | None) -> Iterator[Taken]:
    seen: set[ast.AST] = set()
    for flow in answers:
        raw, test = flow.alternative.taint & traces.raw, None
        is_failure = flow.is_known and flow.constant in (None, failure_value)
        if not flow.alternative.taint >> FIRST_TRACE and not is_failure:
            raw, test = _compared(traces, flow)
        place = test if test is not None else flow.position
        if raw and place not in seen:
            seen.add(place)
            yield Taken(flow, test, tuple(origin.node for origin in traces.responses if origin.raw & raw))


def _compared(traces: Traces, flow: Flow) -> tuple[int, ast.AST | None]:
    """What compares a response, not extracted, with the answer, or looks the answer up by it."""
    for node, (outcome, _) in flow.alternative.controls.items():
        raw = traces.taken.get(node, 0)
        if raw and is_positive(node, outcome):
            return raw, node
    return 0, None


def _unchecked(traces: Traces, answers: list[Flow]) -> Iterator[Unchecked]:
    seen: set[ast.AST] = set()
    for flow in answers:
        open_traces = flow.alternative.taint & traces.unchecked & ~traces.checked
        if not open_traces or traces.has_failed(flow.alternative.controls):
            continue
        for origin in traces.extractions:
            if origin.bit & open_traces and origin.node not in seen:
                seen.add(origin.node)
                yield Unchecked(origin.node, flow)
