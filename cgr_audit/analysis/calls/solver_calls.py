"""The calls of the solver in a program, and who reaches them."""

from __future__ import annotations

import ast
from functools import cached_property

from cgr_audit.analysis.calls.call_graph import Caller, CallGraph
from cgr_audit.analysis.entry import EntryPoint

__all__ = ["SolverCalls"]


class SolverCalls:
    """The solver calls of one program.

    A site is a call expression at which the solver is called: by the program itself (``llm_model(prompt,
    config)``, ``agent(inputs, instruction)``), or by a callee outside it that is handed the solver
    (``map(llm_model, prompts)``).
    """

    def __init__(self, graph: CallGraph, entry: EntryPoint | None) -> None:
        self._graph = graph
        self._entry = None if entry is None else entry.node

    @cached_property
    def sites(self) -> tuple[ast.Call, ...]:
        """Every site in the program, reached or not, in the order of the text."""
        known = self._graph.known_sites()
        found = [site for site, targets in known if targets.is_solver and isinstance(site, ast.Call)]
        return tuple(sorted(found, key=lambda site: (site.lineno, site.col_offset, -(site.end_lineno or 0))))

    @cached_property
    def reachable(self) -> frozenset[Caller]:
        """Every function that one run may reach, and the module's own body (``None``)."""
        return self._graph.reachable([None, self._entry])

    @cached_property
    def reached_sites(self) -> tuple[ast.Call, ...]:
        """The sites that one run may reach."""
        return tuple(site for site in self.sites if self._graph.caller_of(site) in self.reachable)

    @cached_property
    def reaching(self) -> frozenset[Caller]:
        """Every function that may call the solver, directly or not."""
        return self._graph.reaching(self._graph.caller_of(site) for site in self.sites)

    def are_reached_in(self, part: ast.AST) -> bool:
        """Whether some call inside a statement may reach the solver."""
        if not self.sites:
            return False
        for node in ast.walk(part):
            targets = self._graph.targets(node)
            if targets.is_solver or targets.all_functions & self.reaching:
                return True
        return False

    @cached_property
    def from_entry(self) -> tuple[ast.Call, ...]:
        """The sites that the entry itself may reach; for a script, those that its body may reach."""
        reachable = self._graph.reachable([self._entry])
        return tuple(site for site in self.sites if self._graph.caller_of(site) in reachable)
