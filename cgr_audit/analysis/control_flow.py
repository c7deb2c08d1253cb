"""The control flow of a program's functions, each graph made when first asked for."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_graph import CallGraph
from cgr_audit.analysis.flow_builder import build_flow_graph
from cgr_audit.analysis.flow_graph import FlowGraph
from cgr_audit.analysis.scopes import Function, Scopes

__all__ = ["ControlFlow", "own_nodes"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


class ControlFlow:
    """Control-flow graphs by function."""

    def __init__(self, scopes: Scopes, calls: CallGraph) -> None:
        self._scopes = scopes
        self._calls = calls
        self._graphs: dict[ast.AST, FlowGraph] = {}
        self._building: set[ast.AST] = set()

    def graph(self, owner: _Definition | ast.Module) -> FlowGraph:
        """The graph of a function's body, or of the module's."""
        if owner not in self._graphs:
            self._building.add(owner)
            self._graphs[owner] = build_flow_graph(owner.body, self._scopes, self._never_returns)
            self._building.discard(owner)
        return self._graphs[owner]

    def is_generator(self, function: _Definition) -> bool:
        """Whether calling the function only makes a generator."""
        return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))

    def _never_returns(self, call: ast.Call) -> bool:
        functions = self._calls.targets(call).functions
        return bool(functions) and all(self._is_dead_end(function) for function in functions)

    def _is_dead_end(self, function: Function) -> bool:
        if isinstance(function, ast.Lambda) or function in self._building or self.is_generator(function):
            return False
        if isinstance(function, ast.AsyncFunctionDef) or function.decorator_list:
            return False
        return self.graph(function).returns_never


def own_nodes(function: _Definition) -> list[ast.AST]:
    """The nodes of a function's body, without those of functions, lambdas and classes inside it."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))
    return found
