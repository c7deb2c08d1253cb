"""What the functions that a loop calls change: attributes, outer variables, containers handed over."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.change import Change, Changes
from cgr_audit.analysis.loops.loop_changes import find_changes
from cgr_audit.analysis.loops.loop_region import LoopRegion, parts_within
from cgr_audit.analysis.loops.number_changes import NumberChanges
from cgr_audit.analysis.loops.step_values import StepValues
from cgr_audit.analysis.scopes import BindingKind, Scope, Scopes

__all__ = ["CalleeChanges", "is_in_place"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class CalleeChanges:
    """Answers for one loop."""

    def __init__(
        self,
        region: LoopRegion,
        index: Index,
        scopes: Scopes,
        calls: CallGraph,
    ) -> None:
        self._region = region
        self._index = index
        self._scopes = scopes
        self._calls = calls
        self._known: dict[ast.AST, Changes] = {}

    def changes(self) -> Iterator[tuple[str, Change]]:
        """The changes that the functions called by the loop may make."""
        for site in self._region.parts:
            if not isinstance(site, ast.Call | ast.Attribute):
                continue
            called: set[ast.AST] = set(self._calls.targets(site).all_functions)
            if isinstance(site, ast.Call):
                if not called and isinstance(site.func, ast.Attribute):
                    called |= self._methods_named(site.func.attr)
                handed = [held for argument in site.args for held in self._calls.callables(argument)]
                called |= {held for held in handed if isinstance(held, _FUNCTIONS)}
            for function in self._calls.reachable(called) if called else ():  # type: ignore[arg-type]
                if function is not None:
                    yield from self._by_function(function, site)

    def _methods_named(self, name: str) -> set[ast.AST]:
        """The methods that a call of an object that nobody here makes may run."""
        return {
            part
            for one in self._index.of(ast.ClassDef)
            for part in one.body
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name == name
        }

    def _by_function(self, function: ast.AST, site: ast.AST) -> Iterator[tuple[str, Change]]:
        inside = self._scopes.of_node[function]
        parameters = {name for name, all_of in inside.bindings.items() if all_of[0].kind is BindingKind.PARAMETER}
        given = [argument for argument in site.args if isinstance(argument, ast.Name | ast.Attribute)] if isinstance(
            site, ast.Call) else []  # fmt: skip
        for key, changes in self._changes_in(function).items():
            name = key[4:-1] if key.startswith("len(") else key
            for change in changes:
                hidden = Change(self._index.statement(site), change.move, is_certain=False)
                for text in self._texts_of(name, inside):
                    yield (f"len({text})" if key.startswith("len(") else text), hidden
                if key.startswith("len(") and name in parameters and is_in_place(change.statement):
                    yield from ((f"len({text_of(argument)})", hidden) for argument in given)

    def _changes_in(self, function: ast.AST) -> Changes:
        if function not in self._known:
            body = [function.body] if isinstance(function, ast.Lambda) else getattr(function, "body", [])
            parts = tuple(parts_within(body))
            numbers = NumberChanges(parts, self._index, StepValues(self._scopes))
            self._known[function] = find_changes(ast.Pass(), parts, numbers, lambda _: None)
        return self._known[function]

    def _texts_of(self, name: str, inside: Scope) -> set[str]:
        """What the loop calls a variable that a function outside changes: an attribute, or an outer variable."""
        if "." in name:
            return self._attributes.get(name.rpartition(".")[2], set())
        uses = self._region.uses.get(name, ())
        there = inside.lookup(name) if uses else None
        is_one = there is not None and any(
            (here := self._scopes.used_in[use].lookup(name)) is not None and here[0] is there[0] for use in uses
        )
        return {name} if is_one else set()

    @cached_property
    def _attributes(self) -> dict[str, set[str]]:
        """What the loop calls the attributes of each name."""
        found: dict[str, set[str]] = {}
        for part in self._region.parts:
            if isinstance(part, ast.Attribute):
                found.setdefault(part.attr, set()).add(text_of(part))
        return found


def is_in_place(statement: ast.stmt) -> bool:
    """Whether a statement changes a container and does not put another in its place."""
    return not isinstance(statement, ast.Assign) or any(
        isinstance(part, ast.Call) for part in ast.walk(statement.value)
    )
