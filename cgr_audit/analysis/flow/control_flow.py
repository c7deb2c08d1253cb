"""The control flow of a program's functions; each graph is made when first asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.flow.flow_builder import FlowBuilder
from cgr_audit.analysis.flow.flow_graph import FlowGraph
from cgr_audit.analysis.flow.nonempty import Nonempty
from cgr_audit.analysis.index import Index, children
from cgr_audit.analysis.scopes import Scopes

__all__ = ["ControlFlow", "own_nodes"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_DEEPEST = 20
"""How far a chain of calls is followed to see whether it comes back."""
_Owner = _Definition | ast.ClassDef | ast.Module


class ControlFlow:
    """Control-flow graphs by function, class or module."""

    def __init__(
        self,
        index: Index,
        scopes: Scopes,
        constants: Constants,
        calls: Callable[[], CallGraph],
        nonempty: Nonempty,
        module_name: str | None,
    ) -> None:
        """``module_name`` is what ``__name__`` is when the program runs; nothing if that is not known."""
        self._has_generators = any(True for _ in index.of(ast.Yield, ast.YieldFrom))
        self._scopes = scopes
        self._constants = constants
        self._calls = calls
        self._nonempty = nonempty
        self._known = {} if module_name is None else {"__name__": module_name}
        self._graphs: dict[ast.AST, FlowGraph] = {}
        self._building: set[ast.AST] = set()

    def graph(self, owner: _Owner) -> FlowGraph:
        """The graph of a function's, class's or module's body."""
        if owner not in self._graphs:
            self._building.add(owner)
            builder = FlowBuilder(
                self._scopes, self._constants, self._nonempty, self._never_returns, self._makes_endless, self._known
            )
            self._graphs[owner] = builder.build(owner.body)
            self._building.discard(owner)
        return self._graphs[owner]

    def is_nonempty(self, iterable: ast.expr) -> bool:
        """Whether a loop over an iterable certainly runs, as the graphs take it to."""
        return self._nonempty.is_nonempty(iterable)

    def is_generator(self, function: _Definition) -> bool:
        """Whether calling the function only makes a generator."""
        return self._has_generators and any(
            isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function.body)
        )

    def _makes_endless(self, call: ast.Call) -> bool:
        """Whether a call makes a generator of the program that never ends by itself."""
        functions = self._functions(call)
        return bool(functions) and all(
            self.is_generator(function) and self.graph(function).returns_never for function in functions
        )

    def _never_returns(self, call: ast.Call) -> bool:
        functions = self._functions(call)
        return bool(functions) and all(self._is_dead_end(function) for function in functions)

    def _functions(self, call: ast.Call) -> list[_Definition]:
        """The functions that a call may reach; none where one of them is not understood, or is being looked at."""
        if len(self._building) > _DEEPEST or not self._may_be_own(call.func):
            return []
        functions = self._calls().targets(call).functions
        plain = [function for function in functions if not isinstance(function, ast.Lambda)]
        is_clear = len(plain) == len(functions) and not any(function in self._building for function in plain)
        return plain if is_clear else []

    def _may_be_own(self, function: ast.expr) -> bool:
        """Whether a called expression may be a function of the program: a builtin and a helper are none."""
        if not isinstance(function, ast.Name):
            return True
        return self._scopes.lookup(function) is not None

    def _is_dead_end(self, function: _Definition) -> bool:
        if isinstance(function, ast.AsyncFunctionDef) or function.decorator_list or self.is_generator(function):
            return False
        return self.graph(function).returns_never


def own_nodes(body: Iterable[ast.stmt]) -> list[ast.AST]:
    """The nodes of a body, without those of functions, lambdas and classes inside it."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting += children(node)
    return found
