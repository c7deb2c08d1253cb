"""``match``: its cases, tried one after the other."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import refine, statements
from cgr_audit.analysis.call_bound.expressions import evaluate
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import (
    TOP,
    Frame,
)

__all__ = ["run_match"]


def run_match(machine: Machine, state: State, node: ast.Match, frame: Frame) -> State | None:
    """Try the cases one after the other; gives the state after any of them."""
    evaluate(machine, state, node.subject, frame)
    machine.may_raise(state)
    done: State | None = None
    going: State | None = state
    for case in node.cases:
        if going is None:
            break
        begun = going.copy()
        for part in ast.walk(case.pattern):
            if isinstance(part, ast.MatchClass) and _reads_property(machine, part):
                machine.give_up(begun, node, "a pattern reads a property that calls the solver")
                machine.give_up(going, node, "a pattern reads a property that calls the solver")
            name = getattr(part, "rest", None) if isinstance(part, ast.MatchMapping) else getattr(part, "name", None)
            if name is not None and isinstance(part, ast.pattern):
                scope = machine.scopes.of_node.get(frame.node, machine.scopes.module)
                found = scope.lookup(name)
                machine.assign(begun, machine.variable_in(found.scope, name, frame) if found else None, TOP)
        is_open = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
        if case.guard is None:
            done = join_states(done, statements.run(machine, begun, case.body, frame))
            going = None if is_open else going
            continue
        holds, fails = refine.branch(machine, begun, case.guard, frame)
        done = join_states(done, statements.run(machine, holds, case.body, frame))
        going = fails if is_open else join_states(going, fails)
    return join_states(done, going)


def _reads_property(machine: Machine, pattern: ast.MatchClass) -> bool:
    """Whether an attribute that a class pattern reads may be a property that calls the solver."""
    found = {part.name for part in machine.reaching if isinstance(part, ast.FunctionDef) and part.decorator_list}
    return bool(found) and (bool(pattern.patterns) or not found.isdisjoint(pattern.kwd_attrs))
