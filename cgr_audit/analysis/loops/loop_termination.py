"""Loops that nothing certainly ends: no sequence that runs out, no counter or value that must reach a test."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.endless_iterables import may_be_endless
from cgr_audit.analysis.loops.flow_places import FlowPlaces
from cgr_audit.analysis.loops.loop_proof import LoopProof
from cgr_audit.analysis.loops.loop_region import Loop, LoopRegion
from cgr_audit.analysis.scopes import Scopes

__all__ = ["LoopTermination"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class LoopTermination:
    """Answers for the loops of one program."""

    def __init__(self, index: Index, scopes: Scopes, flow: ControlFlow, calls: CallGraph) -> None:
        self._index = index
        self._scopes = scopes
        self._flow = flow
        self._calls = calls
        self._places: dict[ast.AST, FlowPlaces] = {}

    def unbounded(self, is_of_interest: Callable[[Loop], bool]) -> Iterator[Loop]:
        """The loops, among those of interest, that may run without end, in the order of the text."""
        loops: list[Loop] = [*self._index.of(ast.While)]
        loops += [loop for loop in self._index.of(ast.For) if self._is_suspect(loop)]
        loops += [loop for loop in self._index.of(ast.AsyncFor) if self._is_suspect(loop)]
        for loop in sorted(loops, key=lambda one: (one.lineno, one.col_offset)):
            if is_of_interest(loop) and not self._ends(loop):
                yield loop

    def _is_suspect(self, loop: ast.For | ast.AsyncFor) -> bool:
        """Whether a loop may run over something endless, or over a list that it makes longer."""
        iterable = loop.iter
        if isinstance(iterable, ast.Call):
            return self._is_endless(iterable)
        return isinstance(iterable, ast.Name) and any(self._grows(call, iterable.id) for call in self._calls_in(loop))

    def _is_endless(self, iterable: ast.expr) -> bool:
        return may_be_endless(iterable, self._scopes, self._flow.makes_endless)

    def _calls_in(self, loop: Loop) -> Iterator[ast.Call]:
        for statement in loop.body:
            yield from (node for node in ast.walk(statement) if isinstance(node, ast.Call))

    def _grows(self, call: ast.Call, name: str) -> bool:
        function = call.func
        return (
            isinstance(function, ast.Attribute)
            and function.attr in ("append", "extend", "insert")
            and isinstance(function.value, ast.Name)
            and function.value.id == name
        )

    def _ends(self, loop: Loop) -> bool:
        owner = next((part for part in self._index.ancestors(loop) if isinstance(part, _FUNCTIONS)), self._index.tree)
        holder = next(
            (part for part in self._index.ancestors(loop) if isinstance(part, ast.ClassDef | ast.Lambda)), None
        )
        if holder is not None and self._is_inside(holder, owner):
            return True
        region = LoopRegion(loop, self._places_in(owner))
        if not region.is_reached or not region.goes_round_without(()) or self._hands_over(region):
            return True
        is_over_endless = not isinstance(loop, ast.While) and self._is_endless(loop.iter)
        proof = LoopProof(region, self._scopes, self._index, self._calls, is_over_endless=is_over_endless)
        return proof.succeeds()

    def _places_in(self, owner: ast.FunctionDef | ast.AsyncFunctionDef | ast.Module) -> FlowPlaces:
        if owner not in self._places:
            self._places[owner] = FlowPlaces(self._flow.graph(owner))
        return self._places[owner]

    def _is_inside(self, node: ast.AST, outer: ast.AST) -> bool:
        return any(parent is outer for parent in self._index.ancestors(node))

    def _hands_over(self, region: LoopRegion) -> bool:
        """Whether every round yields: a generator runs only as long as somebody asks."""
        yields = [part for part in region.parts if isinstance(part, ast.Yield | ast.YieldFrom)]
        return bool(yields) and not region.goes_round_without({self._index.statement(part) for part in yields})
