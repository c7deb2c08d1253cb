"""A program followed along those paths alone that a run with these lines and branches can have taken."""

from __future__ import annotations

import ast
from collections import OrderedDict
from collections.abc import Sequence

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.interpreter.executed import Executed
from cgr_audit.analysis.interpreter.symbols import made_of
from cgr_audit.analysis.queries.provenance import find_provenance
from cgr_audit.analysis.queries.sources import Flow
from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import extract_answer
from cgr_audit.sandbox.outcome import Branch
from cgr_audit.source.contract import Contract

__all__ = ["ExecutedPaths"]

MOST_FOLLOWED = 32
"""How many different runs of one program are remembered."""

_Run = tuple[tuple[int, ...], tuple[Branch, ...], frozenset[str]]
"""What decides the paths, lines and branches, and the letters in the responses."""
_Left = tuple[tuple[object, frozenset[object] | None], ...]
"""What the solver channel may be, and which values that can have where they are known."""


class ExecutedPaths:
    """What the solver channel of a program may be after a run.

    The work of each following is bounded by the steps of the provenance; beyond them everything is left.

    Args:
        facts: the program.
        flows: what the solver channel may be on any path.
    """

    def __init__(self, facts: Facts, flows: Sequence[Flow]) -> None:
        self._facts = facts
        self._identities = tuple(map(_identity, flows))
        self._known: OrderedDict[_Run, _Left | None] = OrderedDict()

    def left(self, result: PathResult) -> frozenset[int]:
        """The places of the flows that a run can have taken; all of them where none is left, or it cannot be told."""
        everything = frozenset(range(len(self._identities)))
        if result.branches is None:
            return everything
        found = self._found((result.lines, result.branches, _letters(result, self._facts.contract)))
        if found is None:
            return everything
        possible = {identity for identity, values in found if values is None or result.answer in values}
        places = frozenset(place for place in everything if self._identities[place] in possible)
        return places or everything

    def _found(self, run: _Run) -> _Left | None:
        if run not in self._known:
            self._known[run] = on_a_deep_stack(lambda: self._follow(*run))
            if len(self._known) > MOST_FOLLOWED:
                self._known.popitem(last=False)
        self._known.move_to_end(run)
        return self._known[run]

    def _follow(self, lines: tuple[int, ...], branches: tuple[Branch, ...], letters: frozenset[str]) -> _Left | None:
        """What is left on the paths of a run; nothing if that is not known."""
        facts, executed = self._facts, Executed(self._facts.index, lines, branches)
        try:
            provenance = find_provenance(
                facts.index, facts.scopes, facts.contract, facts.entry, executed=executed, is_weighed=True
            )
        except RecursionError:
            return None
        flows = provenance.solver.flows if provenance.solver is not None else ()
        identities = tuple(map(_identity, flows))
        if not flows or not set(self._identities).issuperset(identities):
            return None
        made = [made_of(flow.alternative.symbol, letters, provenance.altered) if letters else None for flow in flows]
        values = [None if one is None else frozenset(one) for one in made]
        return tuple(zip(identities, values, strict=True))


def _letters(result: PathResult, contract: Contract) -> frozenset[str]:
    """What the extraction helper gives for the responses of the attempt that gave the answer."""
    failure = contract.extraction.failure_value
    responses = [call.response for call in result.calls if call.attempt == result.attempts]
    if not contract.extraction.functions or failure is None:
        return frozenset()
    return frozenset(extract_answer(response, failure) for response in responses if response is not None)


def _identity(flow: Flow) -> tuple[ast.AST, object]:
    """What tells one thing that a return may give from another."""
    return flow.returned, flow.alternative.key
