"""What may raise, what a handler catches, and which context managers swallow."""

from __future__ import annotations

import ast
import builtins

from cgr_audit.analysis.scopes import Scopes

__all__ = [
    "Raised",
    "asserts_never",
    "catches",
    "exits_process",
    "may_raise",
    "named_exception",
    "raised_by",
    "swallows",
]

_SAFE = (
    ast.BoolOp, ast.Constant, ast.Dict, ast.expr_context, ast.FormattedValue, ast.IfExp, ast.JoinedStr,
    ast.Lambda, ast.List, ast.Name, ast.NamedExpr, ast.Set, ast.Slice, ast.Starred, ast.Tuple, ast.UnaryOp,
    ast.boolop, ast.unaryop, ast.cmpop,
)  # fmt: skip
_SAFE_COMPARISONS = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)
_SAFE_STATEMENTS = (ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)
_EXITS = frozenset({"sys.exit", "builtins.exit", "builtins.quit", "os._exit", "os.abort"})
_NEVER = frozenset({"typing.assert_never", "typing_extensions.assert_never"})

Raised = type[BaseException] | None
"""The class of what is raised where it is known: a built-in class; nothing where it may be anything."""


def may_raise(node: ast.AST | None) -> bool:
    """Whether evaluating an expression, or running a simple statement, may raise."""
    if node is None or isinstance(node, _SAFE_STATEMENTS):
        return False
    if isinstance(node, ast.Assign):
        return any(not isinstance(target, ast.Name) for target in node.targets) or may_raise(node.value)
    if isinstance(node, ast.AnnAssign):
        return not isinstance(node.target, ast.Name) or may_raise(node.value)
    if isinstance(node, ast.Expr | ast.Return):
        return may_raise(node.value)
    if isinstance(node, ast.Compare):
        unsafe = any(not isinstance(operator, _SAFE_COMPARISONS) for operator in node.ops)
        return unsafe or may_raise(node.left) or any(may_raise(part) for part in node.comparators)
    if isinstance(node, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef):
        return bool(getattr(node, "decorator_list", ()))
    if isinstance(node, ast.expr) and not isinstance(node, _SAFE):
        return True
    if isinstance(node, ast.stmt):
        return True
    return any(may_raise(child) for child in ast.iter_child_nodes(node))


def raised_by(node: ast.Raise, scopes: Scopes) -> Raised:
    """The built-in exception class that a ``raise`` names."""
    if node.exc is None:
        return None
    return named_exception(node.exc.func if isinstance(node.exc, ast.Call) else node.exc, scopes)


def exits_process(node: ast.AST | None, scopes: Scopes) -> bool:
    """Whether a statement is a call that ends the process, such as ``sys.exit()``."""
    return _called(node, scopes) in _EXITS


def asserts_never(node: ast.AST | None, scopes: Scopes) -> bool:
    """Whether a statement is a call of ``assert_never``, which raises an ``AssertionError``."""
    return _called(node, scopes) in _NEVER


def _called(node: ast.AST | None, scopes: Scopes) -> str | None:
    call = node.value if isinstance(node, ast.Expr | ast.Return) else None
    return scopes.qualified_name(call.func) if isinstance(call, ast.Call) else None


def catches(handler: ast.ExceptHandler, raised: Raised, scopes: Scopes) -> bool | None:
    """Whether a handler catches what was raised: yes, no, or (nothing) perhaps."""
    if handler.type is None:
        return True
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    caught = [named_exception(part, scopes) for part in parts]
    if BaseException in caught:
        return True
    if raised is None:
        return True if Exception in caught else None
    if any(kind is not None and issubclass(raised, kind) for kind in caught):
        return True
    return None if None in caught else False


def swallows(manager: ast.expr, scopes: Scopes) -> bool:
    """Whether a context manager may keep an exception from leaving its ``with`` block."""
    if not isinstance(manager, ast.Call):
        return False
    if scopes.qualified_name(manager.func) == "contextlib.suppress":
        return bool(manager.args)
    if not isinstance(manager.func, ast.Name):
        return False
    found = scopes.used_in.get(manager.func, scopes.module).lookup(manager.func.id)
    return any(_definition_swallows(binding.node) for binding in (found[1] if found else ()))


def _definition_swallows(node: ast.AST) -> bool:
    if isinstance(node, ast.ClassDef):
        exits = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__exit__"]
        returns = [part for method in exits for part in ast.walk(method) if isinstance(part, ast.Return)]
        return any(part.value is not None and not _is_false(part.value) for part in returns)
    if isinstance(node, ast.FunctionDef):
        tries = [part for part in ast.walk(node) if isinstance(part, ast.Try) and part.handlers]
        return any(isinstance(part, ast.Yield) for found in tries for part in ast.walk(found))
    return False


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def named_exception(node: ast.expr, scopes: Scopes) -> Raised:
    """The built-in exception class that an expression names."""
    name = scopes.qualified_name(node)
    if name is None or not name.startswith("builtins."):
        return None
    found = getattr(builtins, name.removeprefix("builtins."), None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None
