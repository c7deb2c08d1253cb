"""What may raise, and what a handler catches."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.scopes import Scopes

__all__ = [
    "Raised",
    "asserts_never",
    "catches",
    "exits_process",
    "may_raise",
    "named_exception",
    "raised_by",
    "takes_everything_of",
]

_SAFE = (
    ast.BoolOp, ast.Constant, ast.Dict, ast.expr_context, ast.FormattedValue, ast.IfExp, ast.JoinedStr,
    ast.Lambda, ast.List, ast.Name, ast.NamedExpr, ast.Set, ast.Slice, ast.Starred, ast.Tuple, ast.UnaryOp,
    ast.boolop, ast.unaryop, ast.cmpop,
)  # fmt: skip
_CERTAIN = (ast.Constant, ast.Name)
_UNSAFE = (ast.expr, ast.stmt)
_WHOLLY_VALUES = (ast.Expr, ast.Return)
_FUNCTIONS = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef)
_SAFE_COMPARISONS = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)
_SAFE_STATEMENTS = (ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)
_EXITS = frozenset({"sys.exit", "builtins.exit", "builtins.quit", "os._exit", "os.abort"})
_NEVER = frozenset({"typing.assert_never", "typing_extensions.assert_never"})

_LIBRARY: Mapping[str, type[BaseException]] = MappingProxyType(
    {
        "asyncio.TimeoutError": TimeoutError,
        "binascii.Error": ValueError,
        "csv.Error": Exception,
        "dataclasses.FrozenInstanceError": AttributeError,
        "decimal.DivisionByZero": ZeroDivisionError,
        "decimal.InvalidOperation": ArithmeticError,
        "io.UnsupportedOperation": OSError,
        "json.JSONDecodeError": ValueError,
        "json.decoder.JSONDecodeError": ValueError,
        "queue.Empty": Exception,
        "re.error": Exception,
        "statistics.StatisticsError": ValueError,
        "struct.error": Exception,
        "subprocess.TimeoutExpired": Exception,
    }
)
"""Exceptions of the standard library, and a built-in one that each is made from."""
_MOST_BASES = 8

Raised = type[BaseException] | None
"""The class of what is raised where it is known: a built-in class; nothing if it may be anything."""


def may_raise(node: ast.AST | None) -> bool:
    """Whether evaluating an expression, or running a simple statement, may raise."""
    if node is None or isinstance(node, _SAFE_STATEMENTS):
        return False
    if isinstance(node, _CERTAIN):
        return False
    if isinstance(node, ast.Assign):
        return any(not isinstance(target, ast.Name) for target in node.targets) or may_raise(node.value)
    if isinstance(node, ast.AnnAssign):
        return not isinstance(node.target, ast.Name) or may_raise(node.value)
    if isinstance(node, _WHOLLY_VALUES):
        return may_raise(node.value)
    if isinstance(node, ast.Compare):
        unsafe = any(not isinstance(operator, _SAFE_COMPARISONS) for operator in node.ops)
        return unsafe or may_raise(node.left) or any(may_raise(part) for part in node.comparators)
    if isinstance(node, _FUNCTIONS):
        return bool(getattr(node, "decorator_list", ()))
    if isinstance(node, _UNSAFE) and not isinstance(node, _SAFE):
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
    call = node.value if isinstance(node, _WHOLLY_VALUES) else None
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


def takes_everything_of(earlier: ast.ExceptHandler, later: ast.ExceptHandler, scopes: Scopes) -> bool:
    """Whether a handler leaves nothing for a later one of the same ``try``."""
    if earlier.type is None:
        return True
    if later.type is None:
        return False
    parts = later.type.elts if isinstance(later.type, ast.Tuple) else [later.type]
    caught = [_bases(part, scopes, _MOST_BASES) for part in parts]
    return all(any(catches(earlier, kind, scopes) is True for kind in kinds) for kinds in caught)


def _bases(node: ast.expr, scopes: Scopes, depth: int) -> list[type[BaseException]]:
    """The built-in exceptions that an exception class is, or is made from."""
    kind = named_exception(node, scopes)
    if kind is not None:
        return [kind]
    known = _LIBRARY.get(scopes.qualified_name(node) or "")
    if known is not None:
        return [known]
    binding = scopes.sole_binding(node) if isinstance(node, ast.Name) else None
    definition = None if binding is None else binding.node
    if not isinstance(definition, ast.ClassDef) or not depth:
        return []
    return [kind for base in definition.bases for kind in _bases(base, scopes, depth - 1)]


def named_exception(node: ast.expr, scopes: Scopes) -> Raised:
    """The built-in exception class that an expression names."""
    name = scopes.qualified_name(node)
    if name is None or not name.startswith("builtins."):
        return None
    found = getattr(builtins, name.removeprefix("builtins."), None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None
