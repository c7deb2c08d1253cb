"""Which function of a program is its entry.

This file is also bundled into the interpreter inside the sandbox, so it imports nothing but the standard library; the
contract's entry is taken apart into plain values by the caller.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["EntryChoice", "EntryPoint", "find_entry"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


class EntryChoice(StrEnum):
    """Why a function is the entry."""

    NAMED = "named"
    """Its name is what the contract says."""
    LAST_UNCALLED = "last_uncalled"
    """Nothing matched the contract's pattern; it is the last top-level function that no other calls."""


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """The function that the runner calls."""

    node: _Definition
    choice: EntryChoice
    earlier: tuple[_Definition, ...]
    """Definitions of the same name before it, which it replaces."""
    name: str
    """The name that the runner calls; the function's own, unless the program binds it to another one later."""
    is_wrapped: bool = False
    """Whether a later assignment hands the function to a call and binds the name to what that gives."""
    replaced_by: ast.AST | None = None
    """What binds the name, last of all, to something that is no function of the program."""


def find_entry(
    tree: ast.Module,
    matches: Callable[[str], bool],
    *,
    is_pattern: bool,
    helpers: frozenset[str] = frozenset(),
) -> EntryPoint | None:
    """The entry among a module's top-level functions (``spec: Which function is the entry``).

    Among those that match, the last one that no other top-level function calls. Where the contract gives a pattern and
    nothing matches: the last top-level function that no other calls and that is no helper.
    """
    definitions = list(_top_level_functions(tree.body))
    last_of_name = {definition.name: definition for definition in definitions}
    candidates = [definition for definition in definitions if last_of_name[definition.name] is definition]
    matching = [definition for definition in candidates if matches(definition.name)]
    called = _called_by_others(definitions) if len(matching) != 1 else set()  # one that matches is the entry anyway
    choice = EntryChoice.NAMED
    if not matching and is_pattern:
        matching = [definition for definition in candidates if definition.name not in helpers]
        matching = [definition for definition in matching if definition.name not in called]
        choice = EntryChoice.LAST_UNCALLED
    if not matching:
        return None
    uncalled = [definition for definition in matching if definition.name not in called]
    chosen = (uncalled or matching)[-1]
    held: dict[str, _Held] = {}
    _bind_names(tree.body, held, is_certain=True)
    last = held[chosen.name]
    if last.definition is not None and last.definition is not chosen:
        return EntryPoint(last.definition, choice, (), chosen.name, last.is_wrapped)
    earlier = tuple(other for other in definitions if other.name == chosen.name and other is not chosen)
    replaced_by = last.node if last.definition is None else None
    return EntryPoint(chosen, choice, earlier, chosen.name, last.is_wrapped, replaced_by)


def _top_level_functions(body: list[ast.stmt]) -> Iterator[_Definition]:
    """Functions bound at module level, also under a module-level ``if``, ``try``, ``with`` or ``match``."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement
        elif not isinstance(statement, ast.ClassDef):
            for block in _blocks(statement):
                yield from _top_level_functions(block)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The lists of statements inside a compound statement, in the order of the text."""
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        parts = getattr(statement, name, [])
        for part in parts:
            yield part.body if isinstance(part, ast.ExceptHandler | ast.match_case) else [part]


def _called_by_others(definitions: list[_Definition]) -> set[str]:
    """The names that some other top-level function uses, as what it calls or as a value that it may hand on."""
    called: set[str] = set()
    for definition in definitions:
        names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
        own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
        own |= {node.arg for node in ast.walk(definition) if isinstance(node, ast.arg)}
        own |= {definition.name}
        called |= {node.id for node in names} - own
    return called


@dataclass(frozen=True, slots=True)
class _Held:
    """What a module-level name holds."""

    definition: _Definition | None
    """A function of the program; nothing for everything else."""
    node: ast.AST
    """What bound the name."""
    is_wrapped: bool = False


def _bind_names(body: list[ast.stmt], held: dict[str, _Held], *, is_certain: bool) -> None:
    """Go through module-level statements; only a ``def`` counts where it may not be run."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            held[statement.name] = _Held(statement, statement)
        elif isinstance(statement, ast.If) and isinstance(statement.test, ast.Constant):
            _bind_names(statement.body, held, is_certain=is_certain and bool(statement.test.value))
            _bind_names(statement.orelse, held, is_certain=is_certain and not statement.test.value)
        elif isinstance(statement, ast.With | ast.AsyncWith):
            for item in statement.items if is_certain else ():
                _bind(item.optional_vars, None, held)
            _bind_names(statement.body, held, is_certain=is_certain)
        elif not isinstance(statement, ast.ClassDef) and any(True for _ in _blocks(statement)):
            for block in _blocks(statement):
                _bind_names(block, held, is_certain=False)
        elif is_certain:
            _bind_by_statement(statement, held)


def _bind_by_statement(statement: ast.stmt, held: dict[str, _Held]) -> None:
    match statement:
        case ast.ClassDef(name=name):
            held[name] = _Held(None, statement)
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            for alias in aliases:
                held[alias.asname or alias.name.partition(".")[0]] = _Held(None, alias)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind(target, value, held)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            _bind(target, value, held)
        case ast.AugAssign(target=target):
            _bind(target, None, held)
        case ast.Delete(targets=targets):
            for target in targets:
                _bind(target, None, held)
        case ast.Expr(value=ast.NamedExpr(target=target, value=value)):
            _bind(target, value, held)


def _bind(target: ast.expr | None, value: ast.expr | None, held: dict[str, _Held]) -> None:
    """Bind a target to a value; to something unknown where there is none."""
    if isinstance(target, ast.Starred):
        _bind(target.value, None, held)
    elif isinstance(target, ast.Tuple | ast.List):
        values: list[ast.expr | None] = [None] * len(target.elts)
        is_plain = not any(isinstance(part, ast.Starred) for part in target.elts)
        if is_plain and isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(values):
            values = list(value.elts)
        before = dict(held)
        for part, given in zip(target.elts, values, strict=True):
            bound = dict(before)
            _bind(part, given, bound)
            held.update({name: one for name, one in bound.items() if before.get(name) is not one})
    elif isinstance(target, ast.Name):
        if isinstance(value, ast.NamedExpr):
            _bind(value.target, value.value, held)
            value = value.value
        meant = _meant(target, value, held)
        if meant is not None:
            held[target.id] = meant


def _meant(target: ast.Name, value: ast.expr | None, held: dict[str, _Held]) -> _Held | None:
    """What a name is bound to; nothing where it may also stay as it is."""
    before = held.get(target.id)
    match value:
        case ast.Name(id=name) if name in held:
            return _Held(held[name].definition, target, held[name].is_wrapped)
        case ast.Call(args=[ast.Name(id=name)]) if name in held and before is not None:
            # ``solve = retry(solve)`` does what a decorator does.
            if held[name].definition is before.definition is not None:
                return _Held(before.definition, target, is_wrapped=True)
        case ast.IfExp() | ast.BoolOp() if before is not None:
            return None
    return _Held(None, target)
