"""Which names in tests mean the same where the program is not: builtins, and what the tests themselves bring."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["TrustedNames", "trusted_names"]

_BUILTINS = frozenset(dir(builtins)) - {"_"}
_WELL_KNOWN = ("cmath", "collections", "functools", "itertools", "json", "math", "re", "statistics")
"""Modules whose name nobody gives to anything else; ``datetime`` may be the module or the class in it."""


@dataclass(frozen=True, slots=True)
class TrustedNames:
    """Names, and what binds those that are not builtins."""

    names: frozenset[str]
    text: str
    """Statements that bind them."""
    of_program: frozenset[str]
    """Those among them that the program has to import."""


def trusted_names(tests: ast.Module, entry: str | None) -> TrustedNames:
    """The names that claims of these tests may use.

    They are the builtins, modules that the tests import, names that the tests bind once at module level to a number or
    a text, functions of the tests that use nothing else, and well-known modules that the program has to import, where
    they stand only before a dot.

    Args:
        tests: the tests.
        entry: the function that is tested, which may have the name of a builtin.
    """
    bindings = Counter(_bound(tests))
    found: dict[str, ast.stmt] = {}
    for statement in tests.body:
        if isinstance(statement, ast.Import | ast.ImportFrom) and not getattr(statement, "level", 0):
            names = [_imported(alias) for alias in statement.names]
            if not _is_program(statement) and all(bindings[name] == 1 for name in names) and "*" not in names:
                found |= dict.fromkeys(names, statement)
        elif isinstance(statement, ast.Assign) and _is_constant(statement.value):
            for target in statement.targets:
                if isinstance(target, ast.Name) and bindings[target.id] == 1 and len(statement.targets) == 1:
                    found[target.id] = statement
    modules = [name for name in _only_before_dots(tests) if not bindings[name]]
    found |= {name: ast.Import([ast.alias(name)]) for name in modules}
    free = _BUILTINS - bindings.keys() - _tested_builtins(tests, entry, bindings.keys() | found.keys())
    _add_functions(tests, bindings, found, free)
    statements = list(dict.fromkeys(found.values()))
    order = {id(statement): place for place, statement in enumerate(tests.body)}
    statements.sort(key=lambda statement: order.get(id(statement), -1))
    text = "\n".join(ast.unparse(ast.fix_missing_locations(statement)) for statement in statements)
    return TrustedNames(free | found.keys(), text, frozenset(modules))


def _bound(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name):
                yield name
            case ast.alias():
                yield _imported(node)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from names


def _imported(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _is_program(statement: ast.Import | ast.ImportFrom) -> bool:
    """Whether it imports the module in which the program is run."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "program"
    return any(alias.name == "program" for alias in statement.names)


def _is_constant(value: ast.expr) -> bool:
    """Whether it is a value that nothing can change afterwards."""
    try:
        found = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return isinstance(found, int | float | complex | str | bytes | None)


def _only_before_dots(tests: ast.Module) -> list[str]:
    """Well-known modules that are used as such and never otherwise."""
    uses = Counter(node.id for node in ast.walk(tests) if isinstance(node, ast.Name))
    dotted = Counter(
        node.value.id
        for node in ast.walk(tests)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    )
    return [name for name in _WELL_KNOWN if uses[name] and uses[name] == dotted[name]]


def _tested_builtins(tests: ast.Module, entry: str | None, others: set[str]) -> frozenset[str]:
    """Builtins that the program may be meant to redefine: the entry, or all where nothing else is asked for."""
    used = {node.id for node in ast.walk(tests) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    if used - others - _BUILTINS or any(isinstance(node, ast.arg) for node in ast.walk(tests)):
        return frozenset() if entry is None else frozenset({entry})
    return frozenset(used & _BUILTINS)


def _add_functions(tests: ast.Module, bindings: Counter[str], found: dict[str, ast.stmt], free: frozenset[str]) -> None:
    """Add functions that use only what is trusted already, until there are no more."""
    functions = {
        node.name: node for node in tests.body if isinstance(node, ast.FunctionDef) and bindings[node.name] == 1
    }
    while True:
        more = {
            name: node
            for name, node in functions.items()
            if name not in found and _uses_only(node, free | found.keys() | {name})
        }
        if not more:
            return
        found |= more


def _uses_only(function: ast.FunctionDef, names: frozenset[str] | set[str]) -> bool:
    own = set(_bound(function)) - {function.name}
    for node in ast.walk(function):
        match node:
            case ast.Assert() | ast.Global() | ast.Nonlocal() | ast.Import() | ast.ImportFrom() | ast.Yield():
                return False
            case ast.Name(id=name, ctx=ast.Load()) if name not in own and name not in names:
                return False
    return not function.decorator_list
