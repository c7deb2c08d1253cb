"""Coroutines of the program that are made and never awaited."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.expression_text import last_name
from cgr_audit.analysis.flow.control_flow import own_nodes
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scopes

__all__ = ["Coroutines"]

_RUNNING = frozenset(
    {
        "run", "gather", "create_task", "ensure_future", "wait", "wait_for", "as_completed", "run_until_complete",
        "shield", "run_coroutine_threadsafe", "start_soon", "timeout",
    }
)  # fmt: skip
_CARRYING = (
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.IfExp, ast.keyword, ast.NamedExpr, ast.comprehension,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.BoolOp,
)  # fmt: skip
_DEPTH = 8


class Coroutines:
    """Follows what the calls of asynchronous functions give, in one program."""

    def __init__(self, index: Index, scopes: Scopes, calls: CallGraph, entry: ast.AST | None) -> None:
        self._index = index
        self._scopes = scopes
        self._calls = calls
        self._entry = entry

    def never_awaited(self) -> Iterator[ast.Call]:
        """The calls of the program's asynchronous functions whose coroutine certainly nobody awaits."""
        has_any = any(True for _ in self._index.of(ast.AsyncFunctionDef))
        for call in self._index.of(ast.Call) if has_any else ():
            targets = self._calls.targets(call)
            makes_one = bool(targets.functions) and not targets.unknown and all(map(_is_coroutine, targets.functions))
            if makes_one and not self._may_be_awaited(call, _DEPTH):
                yield call

    def is_asynchronous(self, node: ast.AST) -> bool:
        """Whether calling a function of the program makes a coroutine, also because a decorator makes it so."""
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        if not node.decorator_list:
            return _is_coroutine(node)
        return _is_coroutine(self._wrapper(node.decorator_list[0]))

    def _wrapper(self, decorator: ast.expr) -> ast.AST | None:
        """The function that a decorator of the program puts in the place of another."""
        definition = self._sole_definition(decorator)
        if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
            return None
        returned = [node.value for node in own_nodes(definition.body) if isinstance(node, ast.Return)]
        return self._sole_definition(returned[0]) if len(returned) == 1 else None

    def _sole_definition(self, name: ast.expr | None) -> ast.AST | None:
        """What alone binds a name."""
        binding = self._scopes.sole_binding(name) if isinstance(name, ast.Name) else None
        return None if binding is None else binding.node

    def _may_be_awaited(self, value: ast.AST, depth: int) -> bool:
        parent = self._index.parent(value)
        if depth == 0 or parent is None or isinstance(parent, ast.Await | ast.Yield | ast.YieldFrom | ast.Lambda):
            return True
        if isinstance(parent, ast.Return):
            return self._index.enclosing_function(parent) is not self._entry  # the runner awaits nothing
        if isinstance(parent, ast.Call):
            return parent.func is not value and self._may_run(parent, depth)
        if isinstance(parent, ast.keyword):
            call = self._index.parent(parent)
            return isinstance(call, ast.Call) and self._may_run(call, depth)
        if isinstance(parent, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr | ast.withitem):
            return self._kept(parent, depth)
        if isinstance(parent, ast.For | ast.AsyncFor | ast.comprehension) and value is parent.iter:
            return self._read_later([parent.target], depth)
        if isinstance(parent, _CARRYING):
            return self._may_be_awaited(parent, depth - 1)
        if isinstance(parent, ast.Attribute):
            return parent.attr in ("send", "throw", "close", "__await__", "add_done_callback", "cr_frame")
        if isinstance(parent, ast.Subscript):
            return parent.value is value and self._may_be_awaited(parent, depth - 1)
        return False

    def _may_run(self, call: ast.Call, depth: int) -> bool:
        """Whether a call that is given a coroutine may run it: builtins and helpers of the runner do not."""
        function = call.func
        name = last_name(function)
        if name in _RUNNING:
            return True
        if isinstance(function, ast.Attribute) and name in ("append", "add", "insert", "extend", "put"):
            return self._read_later([function.value], depth)
        if isinstance(function, ast.Name) and self._scopes.used_in[function].lookup(name) is None:
            is_container = name in ("list", "tuple", "set", "dict", "zip", "map", "enumerate", "sorted", "reversed")
            return is_container and self._may_be_awaited(call, depth - 1)
        return True

    def _kept(self, statement: ast.AST, depth: int) -> bool:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if isinstance(statement, ast.NamedExpr) and self._may_be_awaited(statement, depth - 1):
            return True
        return self._read_later([target for target in targets if target is not None], depth)

    def _read_later(self, targets: list[ast.expr], depth: int) -> bool:
        """Whether a variable that holds a coroutine is read where that may be awaited."""
        names = [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        if not names or any(not isinstance(target, ast.Name | ast.Tuple | ast.List) for target in targets):
            return True
        for name in names:
            found = self._scopes.lookup(name)
            if found is None or found.scope.is_module:
                return True
            for use in self._index.of(ast.Name):
                if use.id == name.id and isinstance(use.ctx, ast.Load) and use is not name:
                    seen = self._scopes.lookup(use)
                    if seen is not None and seen[0] is found.scope and self._may_be_awaited(use, depth - 1):
                        return True
        return False


def _is_coroutine(function: ast.AST | None) -> bool:
    """Whether calling a function makes a coroutine: with a ``yield``, it makes a generator, which nobody awaits."""
    return isinstance(function, ast.AsyncFunctionDef) and not any(
        isinstance(part, ast.Yield) for part in own_nodes(function.body)
    )
