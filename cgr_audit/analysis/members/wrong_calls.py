"""Calls with arguments that the callable certainly does not take."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.calls.signature import Signature, wrong_arguments
from cgr_audit.analysis.dotted_names import OWN_MODULE
from cgr_audit.analysis.members.table import MemberKind, class_owner, standard_callable
from cgr_audit.analysis.scopes import BindingKind

if TYPE_CHECKING:
    from cgr_audit.analysis.members.members import Members

__all__ = ["WrongCall", "find_wrong_calls"]


@dataclass(frozen=True, slots=True)
class WrongCall:
    """One call that raises because of its arguments."""

    call: ast.Call
    name: str
    """What is called."""
    faults: tuple[tuple[ast.AST, str], ...]
    """What is wrong with it, each at its place; at least one."""
    definition: ast.AST | None
    """Where the program defines it."""


@dataclass(frozen=True, slots=True)
class _Callee:
    name: str
    signatures: tuple[Signature, ...]
    """All that it may be; each must refuse the arguments."""
    definition: ast.AST | None = None
    member: str | None = None
    """The name under which a module or class holds it, and the program may store another."""


def find_wrong_calls(members: Members) -> Iterator[WrongCall]:
    """Every such call, unless the program catches the error or tests for the member first."""
    for call in members.facts.index.of(ast.Call):
        callee = _callee(members, call.func)
        if callee is None:
            continue
        faults = [tuple(wrong_arguments(call, call.args, call.keywords, one)) for one in callee.signatures]
        if not faults or not all(faults):
            continue
        if callee.member in members.own.stored or members.own.is_reflective:
            continue
        if members.own.is_guarded(call, "TypeError"):
            continue
        if callee.definition is None or not isinstance(call.func, ast.Attribute) or _is_instance(members, call.func):
            yield WrongCall(call, callee.name, faults[0], callee.definition)


def _callee(members: Members, function: ast.expr) -> _Callee | None:
    binding = members.facts.scopes.sole_binding(function) if isinstance(function, ast.Name) else None
    if binding is not None and binding.kind is not BindingKind.IMPORT:
        return _own_callee(members, binding.name, binding.value or binding.node)
    provided = members.prelude_function(function)
    if isinstance(provided, ast.FunctionDef):
        return _Callee(provided.name, (Signature.of(provided.args),))
    dotted = members.dotted(function)
    if dotted is not None:
        member = standard_callable(dotted)
        signature = None if member is None or member.kind is MemberKind.METHOD else member.signature
        name = dotted.removeprefix("builtins.")
        held = name.rpartition(".")[2] if "." in name else None
        return None if signature is None else _Callee(name, (signature,), member=held)
    return _method(members, function) if isinstance(function, ast.Attribute) else None


def _own_callee(members: Members, name: str, node: ast.AST) -> _Callee | None:
    """A plain function of the program, a lambda with a name, or a class whose constructor is plain."""
    signature: Signature | None
    match node:
        case ast.FunctionDef(decorator_list=[]) if name not in members.facts.contract.helpers:
            signature = Signature.of(node.args)
        case ast.Lambda():
            signature = Signature.of(node.args)
        case ast.ClassDef():
            signature = _constructor(members, node)
        case _:
            return None
    return None if signature is None else _Callee(name, (signature,), node)


def _constructor(members: Members, cls: ast.ClassDef) -> Signature | None:
    """What a class takes that has a plain ``__init__``, or none and no base."""
    if members.own.inherited is None or cls.decorator_list or "__init__" in members.own.stored:
        return None
    bindings = members.facts.scopes.of_node[cls].bindings.get("__init__", [])
    match [binding.node for binding in bindings]:
        case [ast.FunctionDef(decorator_list=[]) as function]:
            return Signature.of(function.args, is_bound=True)
        case []:
            return Signature((), frozenset(), ()) if not cls.bases else None
    return None


def _method(members: Members, function: ast.Attribute) -> _Callee | None:
    """A method of an instance of a standard class, or of one of the program."""
    classes = members.receivers.classes(function.value)
    if not classes:
        return None
    own = members.own.methods.get(function.attr)
    if all(name.startswith(f"{OWN_MODULE}.") for name in classes):
        is_plain = own and members.own.inherited is not None
        if not is_plain or any(function.attr in owner.names for owner in members.own.inherited or ()):
            return None
        signatures = tuple(Signature.of(one.args, is_bound=True) for one in own or ())
        return _Callee(function.attr, signatures, own[0] if own else None)
    found = [_of_class(name, function.attr) for name in sorted(classes)]
    known = tuple(one for one in found if one is not None)
    shown = " or ".join(sorted(name.rpartition(".")[2] for name in classes))
    return _Callee(f"{shown}.{function.attr}", known, member=function.attr) if len(known) == len(found) else None


def _of_class(name: str, method: str) -> Signature | None:
    owner = class_owner(name)
    member = None if owner is None else owner.member(method)
    return None if member is None else member.signature


def _is_instance(members: Members, function: ast.Attribute) -> bool:
    """Whether astroid too infers only instances of the program's classes before the dot."""
    return members.by_astroid.are_instances(function)
