"""What a program does with what it is given: which shows the form in which it expects it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import StrEnum

from cgr_audit.analysis.facts import Facts

__all__ = ["Reads", "Use"]

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


class Reads:
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
        return self.of(nodes)

    def of(self, nodes: list[ast.expr]) -> Use:
        """What is done with something that stands in several places, or with the variables it is put into."""
        found = [use for node in nodes for use in _uses(self.facts, node)]
        return next((use for use in Use if use in found), Use.OTHER)


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
            for name in facts.index.of(ast.Name):
                is_handed_on = isinstance(facts.index.parent(name), ast.Assign)
                if name.id == target.id and not is_handed_on and facts.scopes.sole_binding(name) is not None:
                    yield from _uses(facts, name)
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
