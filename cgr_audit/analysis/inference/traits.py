"""What one program shows of the contract that it was written for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.calls.signature import Signature
from cgr_audit.analysis.entry import find_entry
from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.flow.control_flow import own_nodes
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.analysis.queries.returned import ReturnedShape
from cgr_audit.source.contract import Contract, Entry, EntryKind
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.profiles import is_held
from cgr_audit.source.text import decode

if TYPE_CHECKING:
    from cgr_audit.source.program import Program

__all__ = ["HelperCall", "ParameterUse", "ProgramTraits", "Use", "traits_of"]

_VIEWS = frozenset({"items", "values", "keys"})
_WALKS = frozenset({"enumerate", "zip", "len", "list", "sorted", "reversed", "map"})


class Use(StrEnum):
    """What a parameter of the entry is taken for, the surest sign first."""

    CALLED = "called"
    RECORD = "record"
    """Read by keys of more than one letter."""
    MAPPING = "mapping"
    """Read by single letters, or looked through as a dictionary."""
    RECORDS = "records"
    """Elements are read by keys."""
    TEXTS = "texts"
    """Elements are used as they are."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """One parameter of the entry."""

    name: str
    is_required: bool
    use: Use


@dataclass(frozen=True, slots=True)
class HelperCall:
    """One call of something that neither the program nor Python has."""

    name: str
    module: str | None
    """Where the program imports it from."""
    positional: tuple[str, ...]
    """The names of the variables given by position; an empty text where something else is given."""
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProgramTraits:
    """What one program shows."""

    kind: EntryKind
    entry: str
    """The function's name; empty for a script."""
    parameters: tuple[ParameterUse, ...] = ()
    calls: tuple[HelperCall, ...] = ()
    reads: frozenset[str] = frozenset()
    """The keys that are read from the entry's parameters."""
    forms: Mapping[str, Use] = field(default_factory=dict)
    """What is done with what stands under such a key."""
    shapes: tuple[ReturnedShape, ...] = ()
    variables: tuple[str, ...] = ()
    """What a script binds at its top level, the last first."""
    bound: frozenset[str] = frozenset()
    """Every name that the program binds."""
    imports: frozenset[str] = frozenset()


def traits_of(program: Program) -> ProgramTraits | None:
    """What a program shows; nothing where it cannot be read."""
    source = decode(program.data)
    trees = parse(source.text) if source.problem is None else None
    if not isinstance(trees, Trees):
        return None
    try:
        return _traits(trees.tree)
    except (RecursionError, TooLargeError):
        return None


def _traits(tree: ast.Module) -> ProgramTraits:
    entry = find_entry(_giving(tree), lambda _name: False, is_pattern=True)
    name = "" if entry is None else entry.name
    arguments = None if entry is None else entry.node.args
    is_method = bool(arguments) and [part.arg for part in arguments.args[:1]] == ["self"]  # type: ignore[union-attr]
    kind = EntryKind.SCRIPT if entry is None else EntryKind.METHOD if is_method else EntryKind.FUNCTION
    facts = Facts(tree, Contract("", Entry(kind, name)))
    calls = tuple(_helper_calls(facts))
    bound = frozenset(one for scope in facts.scopes.of_node.values() for one in scope.bindings)
    imports = frozenset(alias.name.partition(".")[0] for one in facts.index.of(ast.Import) for alias in one.names)
    imports |= frozenset((one.module or "").partition(".")[0] for one in facts.index.of(ast.ImportFrom))
    if entry is None or arguments is None:
        return ProgramTraits(kind, "", (), calls, variables=tuple(_top_level(tree)), bound=bound, imports=imports)
    reads = _Reads(facts, entry.node)
    signature = Signature.of(arguments, is_bound=is_method)
    taken = dict.fromkeys((*signature.positional, *sorted(signature.named - {*signature.positional})))
    return ProgramTraits(
        kind,
        name,
        tuple(ParameterUse(one, one in signature.required, reads.of_parameter(one)) for one in taken),
        calls,
        frozenset(reads.keys),
        {key: _of_holders(reads.facts, nodes) for key, nodes in reads.keys.items()},
        facts.provenance.shapes,
        bound=bound,
        imports=imports,
    )


def _giving(tree: ast.Module) -> ast.Module:
    """The module without the functions that give nothing, such as a ``main`` that tries the entry."""
    rest = [one for one in tree.body if not isinstance(one, ast.FunctionDef) or _gives(one)]
    return ast.Module(rest, []) if any(isinstance(one, ast.FunctionDef) for one in rest) else tree


def _gives(function: ast.FunctionDef) -> bool:
    nodes = own_nodes(function.body)
    return any(isinstance(node, ast.Yield) or (isinstance(node, ast.Return) and node.value) for node in nodes)


def _helper_calls(facts: Facts) -> Iterator[HelperCall]:
    stars = [
        one.module for one in facts.index.of(ast.ImportFrom) if one.names[0].name == "*" and _is_foreign(one.module)
    ]
    for call in facts.index.of(ast.Call):
        module: str | None = None
        if isinstance(call.func, ast.Name) and facts.scopes.lookup(call.func) is None:
            name = call.func.id
            module = stars[0] if stars else None
            if name in BUILTINS:
                continue
        else:
            module, _, name = (facts.scopes.qualified_name(call.func) or "").rpartition(".")
            if not _is_foreign(module):
                continue
        given = (part.id if isinstance(part, ast.Name) else "" for part in call.args)
        yield HelperCall(name, module, tuple(given), tuple(part.arg for part in call.keywords if part.arg))


def _is_foreign(module: str | None) -> bool:
    return bool(module) and module != "builtins" and not is_held(str(module), "science")


def _top_level(tree: ast.Module) -> Iterator[str]:
    for statement in reversed(tree.body):
        for target in getattr(statement, "targets", [getattr(statement, "target", None)]):
            if isinstance(target, ast.Name):
                yield target.id


class _Reads:
    """What a program does with the parameters of its entry; helpers of its own that take one by its name included."""

    def __init__(self, facts: Facts, entry: ast.AST) -> None:
        self.facts = facts
        self._names: dict[str, list[ast.expr]] = {}
        arguments: ast.arguments = entry.args  # type: ignore[attr-defined]
        own = {part.arg for part in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        for name in facts.index.of(ast.Name):
            binding = facts.scopes.sole_binding(name)
            if name.id in own and binding is not None and binding.kind.is_parameter:
                self._names.setdefault(name.id, []).append(name)
        self.keys: dict[str, list[ast.expr]] = {}
        for nodes in self._names.values():
            for node in nodes:
                key, holder = _key_of(facts, node)
                if key is not None and len(key) > 1:
                    self.keys.setdefault(key, []).append(holder)

    def of_parameter(self, name: str) -> Use:
        """What a parameter is taken for."""
        nodes = self._names.get(name, [])
        if any((key := _key_of(self.facts, node)[0]) is not None and len(key) > 1 for node in nodes):
            return Use.RECORD
        return _of_holders(self.facts, nodes)


def _key_of(facts: Facts, node: ast.expr) -> tuple[str | None, ast.expr]:
    """The constant key by which something is read, with the expression that reads it."""
    parent = facts.index.parent(node)
    match parent:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))) if value is node:
            return key, parent
        case ast.Attribute(value=value, attr="get") if value is node:
            call = facts.index.parent(parent)
            if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                return (call.args[0].value if isinstance(call.args[0].value, str) else None), call
    return None, node


def _of_holders(facts: Facts, nodes: list[ast.expr]) -> Use:
    """What is done with something that stands in several places, or with the variables it is put into."""
    found = [use for node in nodes for use in _uses(facts, node)]
    return next((use for use in Use if use in found), Use.OTHER)


def _uses(facts: Facts, node: ast.expr) -> Iterator[Use]:
    parent = facts.index.parent(node)
    match parent:
        case ast.Call(func=function) if function is node:
            yield Use.CALLED
        case ast.Attribute(attr=attr) if attr in _VIEWS:
            yield Use.MAPPING
        case ast.Subscript(value=value, slice=ast.Name() as place) if value is node:
            binding = facts.scopes.sole_binding(place)
            if binding is not None and isinstance(binding.value, ast.Name) and binding.value.id == _name(node):
                yield Use.MAPPING  # by what looking through it gives
        case ast.Subscript(value=value, slice=ast.Constant() as place) if value is node:
            yield Use.MAPPING if isinstance(place.value, str) else _of_element(facts, parent)
        case ast.Assign(targets=[ast.Name() as target], value=value) if value is node:
            names = (one for one in facts.index.of(ast.Name) if one.id == target.id and isinstance(one.ctx, ast.Load))
            for name in names:
                if facts.scopes.sole_binding(name) is not None:
                    yield from (
                        use for use in _uses(facts, name) if not isinstance(facts.index.parent(name), ast.Assign)
                    )
        case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated) if (
            iterated is node
        ):
            yield from _of_target(facts, target)
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _WALKS and node in arguments:
            outer = facts.index.parent(parent)
            if isinstance(outer, ast.For | ast.comprehension) and outer.iter is parent:
                parts = outer.target.elts if isinstance(outer.target, ast.Tuple) else [outer.target]
                at = 1 if name == "enumerate" else arguments.index(node)
                yield from _of_target(facts, parts[at] if at < len(parts) else outer.target)
        case ast.Call(func=ast.Attribute(attr="join")):
            yield Use.TEXTS


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _of_target(facts: Facts, target: ast.expr) -> Iterator[Use]:
    """What is done with the elements, by the variable that they are put into one after another."""
    if not isinstance(target, ast.Name):
        return
    names = [one for one in facts.index.of(ast.Name) if one.id == target.id and isinstance(one.ctx, ast.Load)]
    yield Use.RECORDS if any(_key_of(facts, one)[0] is not None for one in names) else Use.TEXTS


def _of_element(facts: Facts, element: ast.expr) -> Use:
    return Use.RECORDS if _key_of(facts, element)[0] is not None else Use.TEXTS
