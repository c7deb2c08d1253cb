"""The calls of a run: which functions run because of which place, and who calls whom."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from cgr_audit.analysis.interpreter.values import Value

__all__ = ["CallRecord", "Caller"]

Caller = ast.AST | None
"""Who makes a call: a function, or nothing for the module's own body."""


@dataclass(slots=True)
class CallRecord:
    """The calls of one run, in their order."""

    runs: dict[ast.AST, dict[ast.AST, None]] = field(default_factory=dict)
    """By call, operation, attribute or loop: the functions of the program that run because of it."""
    callees: dict[Caller, dict[ast.AST, None]] = field(default_factory=dict)
    """By function: those that run while it does."""
    called: dict[ast.Call, Value] = field(default_factory=dict)
    """By call: every value that it calls."""
    outside: set[ast.AST] = field(default_factory=set)
    """Calls of outside code, which may call its arguments."""
    asking: dict[ast.AST, None] = field(default_factory=dict)
    """Where the program, or library code that it gives the solver to, calls the solver."""
    unknown: set[ast.AST] = field(default_factory=set)
    """Calls of unknown code."""

    def meet(self, node: ast.Call, callee: Value) -> None:
        """A call has evaluated what it calls."""
        known = self.called.get(node)
        self.called[node] = callee if known is None else {**known, **callee}

    def enter(self, function: ast.AST, caller: Caller, site: ast.AST | None = None) -> None:
        """A function runs while another does, because of a place."""
        self.callees.setdefault(caller, {})[function] = None
        if site is not None:
            self.runs.setdefault(site, {})[function] = None
