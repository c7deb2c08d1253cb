"""Uses of members that certainly do not exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.dotted_names import OWN_MODULE
from cgr_audit.analysis.members.table import Owner, class_owner, module_owner, standard_callable

if TYPE_CHECKING:
    from cgr_audit.analysis.members.members import Members

__all__ = ["UnknownMember", "find_unknown_members"]

_CLOSE = 60.0
"""The similarity, in percent, from which a name is suggested."""
_FORBIDDEN = frozenset({Capability.DYNAMIC_CODE, Capability.INTROSPECTION, Capability.OUTSIDE})
"""Reported by the safety rules, whether or not the member exists."""
_OF_CLASSES = frozenset({"mro", "register"})
"""Members of classes that their instances lack."""


@dataclass(frozen=True, slots=True)
class UnknownMember:
    """One use of a member that does not exist."""

    node: ast.Attribute | ast.alias
    owner: str
    """What lacks it, in words."""
    name: str
    close: str | None
    """A member with a similar name."""
    origin: ast.AST | None
    """The binding of the name before the dot."""


def find_unknown_members(members: Members) -> Iterator[UnknownMember]:
    """Every such use, unless the program catches the error or tests for the member first."""
    for alias, owner in _imported(members):
        is_expected = members.own.is_guarded(alias, "ImportError", "ModuleNotFoundError")
        if not is_expected and not members.own.is_reflective:
            yield _unknown(alias, f"module {owner.name!r}", alias.name, owner.names, None)
    for node in members.facts.index.of(ast.Attribute):
        if not isinstance(node.ctx, ast.Load) or _is_special(node.attr):
            continue
        found = _of_dotted(members, node) or _of_instance(members, node)
        if found is None or found.name in members.own.stored or members.own.is_reflective:
            continue
        if not members.own.is_guarded(node, "AttributeError"):
            yield found


def _imported(members: Members) -> Iterator[tuple[ast.alias, Owner]]:
    """``from math import mean``."""
    for statement in members.facts.index.of(ast.ImportFrom):
        owner = module_owner(statement.module) if statement.module and not statement.level else None
        if owner is not None and owner.is_exact:
            for alias in statement.names:
                if alias.name not in owner.names and not _is_special(alias.name) and alias.name != "*":
                    yield alias, owner


def _of_dotted(members: Members, node: ast.Attribute) -> UnknownMember | None:
    """A member of a module, or of a class of one."""
    dotted = members.dotted(node.value)
    if dotted is None or capability(f"{dotted}.{node.attr}") in _FORBIDDEN:
        return None
    module = module_owner(dotted)
    if module is not None:
        is_imported = f"{dotted}.{node.attr}" in members.imported_modules
        if not module.is_exact or node.attr in module.names or is_imported:
            return None
        return _unknown(node, f"module {dotted!r}", node.attr, module.names, members.binding(node.value))
    member = standard_callable(dotted)
    owner = None if member is None or member.class_name is None else class_owner(member.class_name)
    if owner is None or node.attr in owner.names | _OF_CLASSES:
        return None
    return _unknown(node, f"class {dotted.removeprefix('builtins.')!r}", node.attr, owner.names, None)


def _of_instance(members: Members, node: ast.Attribute) -> UnknownMember | None:
    """A member of an instance of a standard class, or of one of the program."""
    classes = members.receivers.classes(node.value)
    if not classes:
        return None
    is_own = {name for name in classes if name.startswith(f"{OWN_MODULE}.")}
    owners = [class_owner(name) for name in sorted(classes - is_own)]
    if is_own:
        if members.own.inherited is None or node.attr in members.own.names:
            return None
        owners += members.own.inherited
    exact = [owner for owner in owners if owner is not None and owner.is_exact]
    if len(exact) < len(owners) or any(node.attr in owner.names for owner in exact):
        return None
    if is_own and (is_own != classes or not members.by_astroid.lack(node)):
        return None
    near = members.own.names if is_own else frozenset().union(*(owner.names for owner in exact))
    shown = " or ".join(sorted(repr(name.rpartition(".")[2]) for name in classes))
    return _unknown(node, f"an instance of {shown}", node.attr, near, members.binding(node.value))


def _unknown(
    node: ast.Attribute | ast.alias, owner: str, name: str, names: frozenset[str], origin: ast.AST | None
) -> UnknownMember:
    from rapidfuzz import fuzz, process  # noqa: PLC0415  costs start-up time

    public = sorted(one for one in names if not one.startswith("_"))
    close = process.extractOne(name, public, scorer=fuzz.ratio, score_cutoff=_CLOSE)
    return UnknownMember(node, owner, name, close[0] if close else None, origin)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
