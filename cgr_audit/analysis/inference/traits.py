"""What one program shows of the contract that it was written for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.calls.signature import Signature
from cgr_audit.analysis.entry import find_entry
from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.flow.control_flow import own_nodes
from cgr_audit.analysis.inference.uses import Reads, Use
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.analysis.queries.returned import ReturnedShape
from cgr_audit.source.contract import Contract, Entry, EntryKind
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.profiles import is_held
from cgr_audit.source.text import decode

if TYPE_CHECKING:
    from cgr_audit.source.program import Program

__all__ = ["HelperCall", "ParameterUse", "ProgramTraits", "traits_of"]


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
    """What a program shows; nothing if it cannot be read."""
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
    reads = Reads(facts, entry.node)
    signature = Signature.of(arguments, is_bound=is_method)
    taken = dict.fromkeys((*signature.positional, *sorted(signature.named - {*signature.positional})))
    return ProgramTraits(
        kind,
        name,
        tuple(ParameterUse(one, one in signature.required, reads.of_parameter(one)) for one in taken),
        calls,
        frozenset(reads.keys),
        {key: reads.of(nodes) for key, nodes in reads.keys.items()},
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
