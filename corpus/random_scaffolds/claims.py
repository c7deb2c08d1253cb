"""What the analyses claim of a program that its executions can contradict.

The bound
    No run makes more calls than the bound at its number of options.
Every channel
    A return that was taken is one that something is said of; where only known constants are said to leave by it, one of
    them did.
    An item is taken to have several options: what is said of values is not tested with fewer.
The answer, over several runs
    Without *solver*, *selected*, *fallback* and *unknown* it is the same for an item, whatever the solver says. With
    *fallback*, with *generator*, which may serve as one, or with *item* where something failed, the same holds as long
    as every reply is a lone letter, no call fails, and there is an answer. Without *solver*, *selected*, *fallback*,
    *item* and *unknown*, and under a solver that always says the same letter, it is the same for every item; which
    constant a *fallback* is, the item may choose.
    A value that can only have left as *literal*, under no test of a response, is chosen by nothing, so that every other
    run in which no call fails can have left so too, or as a *fallback*.
    A response that goes through steps that keep it, and through no test, is the answer: its provenance is *solver*.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.analysis.interpreter.values import Kind
from cgr_audit.analysis.queries.call_bound import CallBound
from cgr_audit.analysis.queries.provenance import ChannelProvenance, Provenance
from cgr_audit.analysis.queries.sources import Flow, Source
from corpus.random_scaffolds.execution import Observation

__all__ = ["Claim", "Contradiction", "bound_contradiction", "flow_contradiction", "provenance_contradictions"]

_FEWEST_OPTIONS = 2
_NO_ANSWER = frozenset({"None", "''", "'X'"})


class Claim(StrEnum):
    """The kinds of claims."""

    BOUND = "no run makes more calls than the bound"
    RETURN = "something is said of every return that is taken"
    CONSTANT = "a return gives one of the constants that are said to leave by it"
    SOLVER = "the answer does not follow the solver"
    ITEM = "the answer does not follow the item"
    LITERAL = "a literal is chosen by nothing"
    FLOW = "a response that only flows is the answer"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A claim, and what was observed against it."""

    kind: Claim
    claim: str
    observed: tuple[Observation, ...]


def bound_contradiction(bound: CallBound, observed: Sequence[Observation]) -> Contradiction | None:
    """The run that most exceeds the bound, if any does."""
    worst = None
    excess = 0
    for run in observed:
        limit = bound.at(len(run.case.options))
        if limit is not None and run.calls - limit > excess:
            excess = run.calls - limit
            worst = run
    if worst is None:
        return None
    return Contradiction(Claim.BOUND, f"at most {bound.expression} calls", (worst,))


def provenance_contradictions(
    provenance: Provenance, observed: Sequence[Observation], tested: Counter[Claim]
) -> Iterator[Contradiction]:
    """Every claim about values that an observation contradicts; how many were tested is counted by kind."""
    runs = [
        run
        for run in observed
        if run.ended == "completed" and _is_answer(run.answer) and len(run.case.options) >= _FEWEST_OPTIONS
    ]
    for place, (name, channel) in enumerate(provenance.channels.items()):
        for run in runs:
            yield from _of_return(name, channel, place, run, tested)
    if provenance.solver is not None:
        yield from _of_answers(provenance.solver, runs, tested)


def flow_contradiction(
    provenance: Provenance, observed: Sequence[Observation], tested: Counter[Claim]
) -> Contradiction | None:
    """What goes against the provenance of a program in which the response only flows to the answer."""
    for run in observed:
        reply = run.case.script[0]
        if run.ended != "completed" or len(run.case.script) != 1 or reply is None:
            continue
        tested[Claim.FLOW] += 1
        if run.answer == repr(reply) and provenance.answer != ("solver",):
            claim = f"provenance {'+'.join(provenance.answer)}, but the answer is the reply"
            return Contradiction(Claim.FLOW, claim, (run,))
    return None


def _is_answer(value: str | None) -> bool:
    """Whether it is text or nothing: of other values the representation may say where they lie in memory."""
    return value is not None and (value[0] in "'\"" or value == "None")


def explains(flow: Flow, run: Observation, place: int = 0) -> bool:
    """Whether a run can have given what a flow says."""
    if not _leaves_at(flow, run.line):
        return False
    return run.channels is not None and (not flow.is_known or repr(flow.constant) == run.channels[place])


def _leaves_at(flow: Flow, line: int | None) -> bool:
    """Whether a flow may leave by the return of a line."""
    return not isinstance(flow.returned, ast.Return) or flow.returned.lineno == line


def _of_return(
    name: str, channel: ChannelProvenance, place: int, run: Observation, tested: Counter[Claim]
) -> Iterator[Contradiction]:
    tested[Claim.RETURN] += 1
    here = [
        flow for flow in channel.flows if not isinstance(flow.returned, ast.Return) or flow.returned.lineno == run.line
    ]
    if not here:
        yield Contradiction(Claim.RETURN, f"{name}: nothing is said to be returned in line {run.line}", (run,))
        return
    if all(flow.is_known for flow in here):
        tested[Claim.CONSTANT] += 1
    if not any(explains(flow, run, place) for flow in here):
        constants = ", ".join(sorted({repr(flow.constant) for flow in here}))
        yield Contradiction(
            Claim.CONSTANT, f"{name}: only {constants} is said to be returned in line {run.line}", (run,)
        )


def _of_answers(
    channel: ChannelProvenance, runs: Sequence[Observation], tested: Counter[Claim]
) -> Iterator[Contradiction]:
    sources = {source.value for source in channel.sources}
    said = f"provenance {'+'.join(source.value for source in channel.sources)}"
    if not sources & {"solver", "selected", "unknown"}:
        tolerant = bool(sources & {"fallback", "generator"}) or any(map(_is_item_on_failure, channel.flows))
        chosen = [run for run in runs if not tolerant or (_is_plain(run) and run.answer not in _NO_ANSWER)]
        yield from _changes(Claim.SOLVER, said, chosen, lambda run: (run.case.question, run.case.options), tested)
        if not sources & {"item", "fallback"}:
            yield from _changes(Claim.ITEM, said, chosen, lambda run: run.case.script, tested)
    yield from _literal_is_chosen(channel, said, runs, tested)


def _is_item_on_failure(flow: Flow) -> bool:
    """Whether it is computed from the item where calling or extracting failed: more than a guess, so no fallback."""
    return flow.source is Source.ITEM and any(kind is Kind.FAILURE for _, kind in flow.alternative.controls.values())


def _is_plain(run: Observation) -> bool:
    return len(run.case.script) == 1 and run.case.script[0] in ("A", "B", "C", "D")


def _changes(
    kind: Claim,
    said: str,
    runs: Iterable[Observation],
    key: Callable[[Observation], object],
    tested: Counter[Claim],
) -> Iterator[Contradiction]:
    """Two runs with the same key and different answers."""
    first: dict[object, Observation] = {}
    for run in runs:
        other = first.setdefault(key(run), run)
        if other is not run:
            tested[kind] += 1
            if other.answer != run.answer:
                yield Contradiction(kind, f"{said}, but the answer is another", (other, run))
                return


def _literal_is_chosen(
    channel: ChannelProvenance, said: str, runs: Sequence[Observation], tested: Counter[Claim]
) -> Iterator[Contradiction]:
    """A run that can only have left as a literal, beside one that cannot."""
    explained = [
        ({_said_source(flow) for flow in channel.flows if explains(flow, run)}, run)
        for run in runs
        if not run.case.fails
    ]
    literal = next((run for sources, run in explained if sources == {"literal"}), None)
    if literal is None:
        return
    for sources, run in explained:
        if run.answer in _NO_ANSWER and run.case.item != literal.case.item:
            continue
        tested[Claim.LITERAL] += 1
        if run.answer != literal.answer and sources and not sources & {"literal", "fallback"}:
            claim = f"{said}, but the literal of line {literal.line} is chosen"
            yield Contradiction(Claim.LITERAL, claim, (literal, run))
            return


def _said_source(flow: Flow) -> str:
    """The source of a flow; a literal beside the solver's answer may hang on whether there is one."""
    is_guarded = flow.source is Source.LITERAL and any(kind.of_solver for _, kind in flow.alternative.controls.values())
    return "guarded literal" if is_guarded else flow.source.value
