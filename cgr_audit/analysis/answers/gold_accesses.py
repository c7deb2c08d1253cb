"""Gold accesses: where a program reads the fields of an item that hold its right answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.answers.item_spreads import spread_into, taken_parameters
from cgr_audit.analysis.index import names_in, position_of
from cgr_audit.analysis.interpreter.watch import Watch
from cgr_audit.analysis.queries.provenance import find_provenance
from cgr_audit.source.contract import ArgumentStyle, EntryKind

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["GoldAccess", "GoldAccesses", "find_gold_accesses"]

_READING = frozenset(("get", "pop", "setdefault", "__getitem__", "__getattribute__"))
_NAMING_PARTS = frozenset(("answer", "label"))
"""Fields of these names hold the gold of an item; in one of its options they are a text or a letter like any other."""
_GETTERS = frozenset(("operator.attrgetter", "operator.itemgetter", "operator.methodcaller"))
_WALKING = {
    "builtins.filter": 0, "builtins.map": 0, "itertools.filterfalse": 0, "itertools.dropwhile": 0,
    "itertools.takewhile": 0, "builtins.max": 1, "builtins.min": 1, "builtins.sorted": 1,
}  # fmt: skip
"""What calls a function for every element: the function comes first (0), or is its key (1)."""
_MATCHES = frozenset(f"re.{name}" for name in ("match", "search", "fullmatch"))
_PLACEHOLDER = re.compile(r"\{(\w+)[^{}]*\}|%\((\w+)\)")


@dataclass(frozen=True, slots=True)
class GoldAccess:
    """One place that reads a gold field."""

    node: ast.AST
    """The whole reading expression or pattern."""
    field: str
    source: ast.expr
    """What it is read from."""


@dataclass(frozen=True, slots=True)
class GoldAccesses:
    """Everything about gold fields in one program."""

    accesses: tuple[GoldAccess, ...] = ()
    """In the order of the text."""
    returns: frozenset[ast.AST] = frozenset()
    """The returns whose answer the gold flows into, or chose."""


def find_gold_accesses(facts: Facts) -> GoldAccesses:
    """Every place that reads a gold field of the item; the program's own dictionaries and parsed replies have none."""
    entry = facts.contract.entry
    if entry.kind is EntryKind.SCRIPT or entry.arguments is not ArgumentStyle.NAMED or facts.entry is None:
        return GoldAccesses()
    candidates = list(_Candidates(facts).find())
    if not candidates or facts.provenance.exhausted:
        return GoldAccesses()
    marked = [access.node for access in candidates]
    watch = Watch(marked, [access.source for access in candidates])
    found = find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, watch)
    read = [access for access in candidates if watch.is_of_item(access.source)]
    nodes = frozenset(access.node for access in read)
    flows = () if found.solver is None else found.solver.flows
    taken = {name for node in nodes for name in _taken(node, facts)}
    returns = frozenset(
        flow.returned
        for flow in flows
        if not nodes.isdisjoint(watch.reached(flow.alternative))
        or (taken and not taken.isdisjoint(names_in(flow.position)))
    )
    unique = {access.node: access for access in read}
    return GoldAccesses(tuple(sorted(unique.values(), key=lambda access: position_of(access.node))), returns)


def _taken(node: ast.AST, facts: Facts) -> Iterator[str]:
    """The names that a pattern binds, or that what a call gives is unpacked to."""
    if isinstance(node, ast.pattern):
        for part in ast.walk(node):
            if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name is not None:
                yield part.name
    parent = facts.index.parent(node)
    if isinstance(node, ast.Call) and isinstance(parent, ast.Assign):
        yield from (name for target in parent.targets if isinstance(target, ast.Tuple) for name in names_in(target))


class _Candidates:
    """Every expression that would read a gold field if its source were the item."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._index = facts.index
        self._fields = facts.contract.item.gold_names

    def find(self) -> Iterator[GoldAccess]:
        for subscript in self._index.of(ast.Subscript):
            if isinstance(subscript.ctx, ast.Load) and not isinstance(subscript.slice, ast.Slice):
                for field in self._named(subscript.slice):
                    yield from self._access(subscript, field, subscript.value)
        for attribute in self._index.of(ast.Attribute):
            if attribute.attr in self._fields and isinstance(attribute.ctx, ast.Load):
                yield from self._access(attribute, attribute.attr, attribute.value)
        for call in self._index.of(ast.Call):
            yield from self._called(call)
            yield from self._compared_key(call)
        for pattern in self._index.of(ast.MatchMapping):
            for key in pattern.keys:
                for field in self._named(key):
                    yield from self._matched(pattern, field)
        for pattern_class in self._index.of(ast.MatchClass):
            for field in pattern_class.kwd_attrs:
                if field in self._fields:
                    yield from self._matched(pattern_class, field)
        for operation in self._index.of(ast.BinOp):
            if isinstance(operation.op, ast.Mod):
                for field in self._placed(operation.left):
                    yield GoldAccess(operation, field, operation.right)
        for comparison in self._index.of(ast.Compare):
            yield from self._compared_key(comparison)

    def _named(self, node: ast.expr) -> list[str]:
        """The gold fields that a key may be."""
        possible = self._facts.possible_values.of(node).texts
        return [field for field in possible if field in self._fields][:1]

    def _access(self, node: ast.expr, field: str, source: ast.expr) -> Iterator[GoldAccess]:
        if field in _NAMING_PARTS and self._is_part(source):
            return
        if not self._is_match(source) and not isinstance(self._index.parent(node), ast.Delete):
            yield GoldAccess(node, field, spread_into(source, self._facts))

    def _called(self, call: ast.Call) -> Iterator[GoldAccess]:
        function = call.func
        name = self._facts.scopes.qualified_name(function)
        if name in ("builtins.getattr", "operator.getitem") and len(call.args) > 1:
            for field in self._named(call.args[1]):
                yield from self._access(call, field, call.args[0])
        elif isinstance(function, ast.Attribute) and function.attr in _READING and call.args:
            if not isinstance(self._index.parent(call), ast.Expr):
                for field in self._named(call.args[0]):
                    yield from self._access(call, field, function.value)
        elif isinstance(function, ast.Attribute) and function.attr in ("format", "format_map"):
            filled = [keyword.value for keyword in call.keywords if keyword.arg is None]
            filled += call.args if function.attr == "format_map" else []
            for field in self._placed(function.value) if filled else ():
                yield GoldAccess(call, field, filled[0])
        elif name in _WALKING and call.args:
            yield from self._walked(call, name)
        elif any(keyword.arg is None for keyword in call.keywords):
            for parameter, source in taken_parameters(call, self._facts):
                if parameter in self._fields:
                    yield GoldAccess(call, parameter, source)
        elif call.args:
            for field in self._got_by(function):
                yield from self._access(call, field, call.args[0])

    def _walked(self, call: ast.Call, name: str) -> Iterator[GoldAccess]:
        """``filter(itemgetter("correct"), options)`` and ``max(options, key=itemgetter("correct"))``."""
        if name == "builtins.map":
            yield from self._mapped(call)
        is_first = _WALKING[name] == 0
        getters = call.args[:1] if is_first else [one.value for one in call.keywords if one.arg == "key"]
        for source in call.args[1:2] if is_first else call.args[:1]:
            for field in (field for getter in getters for field in self._got_by(getter)):
                if field not in _NAMING_PARTS:
                    yield GoldAccess(call, field, source)

    def _mapped(self, call: ast.Call) -> Iterator[GoldAccess]:
        """``map(item.get, ("question", "gold"))``."""
        match call.args:
            case [ast.Attribute(value=source, attr=method), keys] if method in _READING:
                folded = self._facts.constants.fold(keys)
                listed = folded.value if folded is not None and isinstance(folded.value, list | tuple | set) else ()
                for field in (field for field in self._fields if field in listed):
                    yield from self._access(call, field, source)

    def _got_by(self, getter: ast.expr) -> list[str]:
        """The gold fields that ``itemgetter("gold")`` takes, also by a variable that holds it."""
        if isinstance(getter, ast.Name):
            binding = self._facts.scopes.sole_binding(getter)
            made = None if binding is None else binding.value
        else:
            made = getter
        if not isinstance(made, ast.Call) or self._facts.scopes.qualified_name(made.func) not in _GETTERS:
            return []
        return [field for part in made.args for field in self._named(part)]

    def _matched(self, pattern: ast.MatchMapping | ast.MatchClass, field: str) -> Iterator[GoldAccess]:
        for ancestor in self._index.ancestors(pattern):
            if isinstance(ancestor, ast.Match):
                if not (field in _NAMING_PARTS and self._is_part(ancestor.subject)):
                    yield GoldAccess(pattern, field, ancestor.subject)
                return

    def _placed(self, template: ast.expr) -> list[str]:
        """The gold fields that a template has places for."""
        text = self._facts.constants.text(template)
        if not text:
            return []
        return [field for found in _PLACEHOLDER.findall(text) for field in found if field in self._fields]

    def _compared_key(self, node: ast.Compare | ast.Call) -> Iterator[GoldAccess]:
        """``for key, value in item.items(): if key == "answer"``: the value is what is read.

        Who asks for the name only to leave the entry out reads nothing.
        """
        key, fields = self._asked_key(node)
        if key is None or not fields or self._is_left_out(node):
            return
        for binding in self._facts.scopes.bindings_of(key):
            walked = binding.value if binding.kind == "loop" else None
            if isinstance(walked, ast.Call) and isinstance(walked.func, ast.Attribute) and walked.func.attr == "items":
                for field in fields:
                    yield GoldAccess(node, field, walked.func.value)

    def _asked_key(self, node: ast.Compare | ast.Call) -> tuple[ast.Name | None, list[str]]:
        """The variable that a test compares with names of gold fields, and those: it equals or begins with one."""
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.In()], comparators=[other]):
                folded = self._facts.constants.fold(other)
                if folded is None and isinstance(node.ops[0], ast.In):  # "answer" in key
                    part = self._facts.constants.text(left)
                    return _root(other), [field for field in self._fields if part and part in field]
                keys = [] if folded is None else [folded.value] if isinstance(folded.value, str) else folded.value
                listed = keys if isinstance(keys, list | tuple | set | frozenset) else ()
                return _root(left), [field for field in self._fields if field in listed]
            case ast.Call(func=ast.Attribute(value=value, attr="startswith"), args=[given]):
                start = self._facts.constants.text(given)
                return _root(value), [field for field in self._fields if start and field.startswith(start)]
        return None, []

    def _is_left_out(self, node: ast.expr) -> bool:
        parent = self._index.parent(node)
        if isinstance(parent, ast.UnaryOp):
            return isinstance(parent.op, ast.Not)
        return (
            isinstance(parent, ast.If) and parent.test is node and isinstance(parent.body[0], ast.Continue | ast.Pass)
        )

    def _is_part(self, source: ast.expr) -> bool:
        """Whether something is one of the item's options: taken by position, or walked over."""
        if isinstance(source, ast.Subscript):
            folded = self._facts.constants.fold(source.slice)
            return folded is not None and isinstance(folded.value, int)
        if not isinstance(source, ast.Name):
            return False
        found = self._facts.scopes.lookup(source)
        if found is None:
            return False
        if isinstance(found.scope.node, ast.Lambda):
            return isinstance(self._index.parent(found.scope.node), ast.keyword | ast.Call)
        return any(
            binding.kind == "loop"
            or (
                binding.kind == "assignment"
                and isinstance(binding.value, ast.Subscript)
                and self._is_part(binding.value)
            )
            for binding in found.bindings
        )

    def _is_match(self, source: ast.expr) -> bool:
        """Whether something is a match of a regular expression, whose groups are the program's."""
        if isinstance(source, ast.Call):
            return self._facts.scopes.qualified_name(source.func) in _MATCHES
        if not isinstance(source, ast.Name):
            return False
        values = [binding.value for binding in self._facts.scopes.bindings_of(source)]
        return any(isinstance(value, ast.Call) and self._is_match(value) for value in values)


def _root(node: ast.expr) -> ast.Name | None:
    """The variable that a text is, or is made of by methods without arguments: ``key.lower()``."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    return node if isinstance(node, ast.Name) else None
