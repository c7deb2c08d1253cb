"""Texts of a program: the literals that are put together into one, with holes where the rest is not known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.answers.prompt_claims import HOLE

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["Piece", "Text", "texts_with"]

_LONGEST = 20_000
_DEPTH = 60
_FIELD = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_PERCENT = re.compile(r"%(?:\(\w+\))?[-#0 +]*\d*(?:\.\d+)?[sdrfgi]")


@dataclass(frozen=True, slots=True)
class Piece:
    """What one expression adds to a text."""

    start: int
    end: int
    node: ast.expr


@dataclass(frozen=True, slots=True)
class Text:
    """One text that the program puts together in one expression."""

    node: ast.expr
    """The whole expression."""
    content: str
    pieces: tuple[Piece, ...]
    """In the order of the text, those that are known."""

    def piece_at(self, place: int) -> Piece | None:
        """The piece that a character comes from."""
        return next((piece for piece in self.pieces if piece.start <= place < piece.end), None)


def texts_with(literals: list[ast.Constant], facts: Facts) -> Iterator[Text]:
    """The whole texts that these literals are parts of, each once."""
    named = {literal: _names(literal, facts) for literal in literals}
    loads = _loads(frozenset().union(*named.values()), facts)
    used = {
        literal: _uses(literal, [node for name in names for node in loads[name]], facts)
        for literal, names in named.items()
    }
    parts = [(literal, part) for literal, uses in used.items() for part in uses or (literal,)]
    seen: set[tuple[ast.AST, ast.Constant | None]] = set()
    for literal, part in parts:
        whole = _whole(part, facts)
        is_one = isinstance(part, ast.Subscript) and facts.constants.text(part) is None
        if (whole, literal if is_one else None) not in seen:
            seen.add((whole, literal if is_one else None))
            builder = _Builder(facts, {part: str(literal.value)} if is_one else {})
            builder.add(whole, _DEPTH)
            yield Text(whole, builder.content, tuple(builder.pieces))


def _names(literal: ast.Constant, facts: Facts) -> frozenset[str]:
    """The names that a literal, or the text or container that it is part of, is bound to."""
    parent = facts.index.parent(_whole(literal, facts))
    while isinstance(parent, ast.Dict | ast.List | ast.Tuple | ast.BinOp):
        parent = facts.index.parent(parent)
    targets = parent.targets if isinstance(parent, ast.Assign) else [getattr(parent, "target", None)]
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def _loads(names: frozenset[str], facts: Facts) -> dict[str, list[ast.Name]]:
    """Where each name is read."""
    found: dict[str, list[ast.Name]] = {name: [] for name in names}
    for node in facts.index.of(ast.Name) if names else ():
        if node.id in found and isinstance(node.ctx, ast.Load):
            found[node.id].append(node)
    return found


def _uses(literal: ast.Constant, loads: list[ast.Name], facts: Facts) -> list[ast.expr]:
    """Where a literal is put into a longer text, or filled in, by the name of itself or of what holds it."""
    found: list[ast.expr] = []
    for load in loads:
        parent = facts.index.parent(load)
        if isinstance(parent, ast.Subscript) and not isinstance(parent.slice, ast.Slice):
            if facts.constants.text(parent) in (literal.value, None):  # the text, or one of several by an open key
                found.append(parent)
        elif facts.constants.text(load) is not None or _elements(load, facts):
            found.append(load)
    return [node for node in found if _whole(node, facts) is not node]


def _whole(literal: ast.expr, facts: Facts) -> ast.expr:
    """The outermost expression that only puts texts together."""
    node = literal
    while True:
        parent = facts.index.parent(node)
        match parent:
            case ast.JoinedStr() | ast.FormattedValue() | ast.BinOp(op=ast.Add()):
                node = parent
            case ast.BinOp(op=ast.Mod(), left=left) if left is node:
                node = parent
            case ast.Attribute(attr="format" | "strip" | "replace", value=value) if value is node:
                call = facts.index.parent(parent)
                if not isinstance(call, ast.Call) or call.func is not parent:
                    return node
                node = call
            case ast.List() | ast.Tuple():
                around = facts.index.parent(parent)
                if not (isinstance(around, ast.BinOp) or (isinstance(around, ast.Call) and _joins(around))):
                    return node
                node = parent
            case ast.Starred() if isinstance(facts.index.parent(parent), ast.List | ast.Tuple):
                node = parent
            case ast.Call(args=[argument]) if argument is node and _joins(parent):
                node = parent
            case _:
                return node


def _joins(call: ast.Call) -> bool:
    return (
        isinstance(call.func, ast.Attribute) and call.func.attr == "join" and isinstance(call.func.value, ast.Constant)
    )


def _elements(node: ast.expr, facts: Facts, depth: int = _DEPTH) -> list[ast.expr]:
    """The elements of a display, of displays one after the other, or of one that a name was bound to."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [one for part in parts for one in _unpacked(part, facts, depth)]
        case ast.BinOp(op=ast.Add(), left=left, right=right) if depth:
            first, second = (_elements(part, facts, depth - 1) for part in (left, right))
            return [*first, *second] if first and second else []
        case ast.Name() if depth:
            binding = facts.scopes.sole_binding(node)
            return [] if binding is None or binding.value is None else _elements(binding.value, facts, depth - 1)
    return []


def _unpacked(node: ast.expr, facts: Facts, depth: int) -> list[ast.expr]:
    """The elements that one of a display stands for: several where it is starred and they are known."""
    return (_elements(node.value, facts, depth - 1) if isinstance(node, ast.Starred) and depth else []) or [node]


class _Builder:
    """Writes one text."""

    def __init__(self, facts: Facts, supposed: Mapping[ast.expr, str]) -> None:
        """With texts that some expressions are supposed to be worth."""
        self._facts = facts
        self._supposed = supposed
        self.content = ""
        self.pieces: list[Piece] = []

    def add(self, node: ast.expr, depth: int) -> None:
        if depth == 0:
            self._write(HOLE, None)
            return
        match node:
            case ast.Constant(value=str() as text):
                self._write(text, node)
            case ast.JoinedStr(values=values):
                for value in values:
                    self.add(value, depth - 1)
            case ast.FormattedValue(value=value):
                self._known(value)
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                self.add(left, depth - 1)
                self.add(right, depth - 1)
            case ast.BinOp(op=ast.Mod(), left=left, right=right):
                self._template(left, _PERCENT, right.elts if isinstance(right, ast.Tuple) else [right])
            case ast.Call(func=ast.Attribute(attr="format", value=value)):
                self._formatted(value, node)
            case ast.Call(func=ast.Attribute(attr="strip" | "replace", value=value)):
                self.add(value, depth - 1)
            case ast.Call(args=[joined]) if _joins(node) and (parts := _elements(joined, self._facts)):
                separator = self._facts.constants.text(node.func.value) or ""  # type: ignore[attr-defined]
                for number, part in enumerate(parts):
                    self._write(separator if number else "", None)
                    self.add(part, depth - 1)
            case _:
                self._known(node)

    def _known(self, node: ast.expr) -> None:
        if node in self._supposed:
            self._write(self._supposed[node], node)
            return
        folded = self._facts.constants.fold(node)
        if folded is None or not isinstance(folded.value, str | int | float):
            self._write(HOLE, None)
        else:
            self._write(str(folded.value), node)

    def _formatted(self, template: ast.expr, call: ast.Call) -> None:
        named: dict[str, ast.expr] = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        text = self._supposed.get(template) or self._facts.constants.text(template)
        if text is None:
            self._write(HOLE, None)
            return
        place = count = 0
        for field in _FIELD.finditer(text):
            self._write(text[place : field.start()], template)
            place = field.end()
            if field.group(1) is None:
                self._write(field.group()[0], template)
                continue
            name = re.split(r"[!:.\[]", field.group(1))[0]
            if not name:
                name, count = str(count), count + 1
            given = named.get(name)
            if given is None and name.isdigit() and int(name) < len(call.args):
                given = call.args[int(name)]
            self._given(given)
        self._write(text[place:], template)

    def _template(self, template: ast.expr, pattern: re.Pattern[str], given: list[ast.expr]) -> None:
        text = self._facts.constants.text(template)
        if text is None:
            self._write(HOLE, None)
            return
        place = 0
        for number, field in enumerate(pattern.finditer(text)):
            self._write(text[place : field.start()], template)
            place = field.end()
            self._given(given[number] if number < len(given) else None)
        self._write(text[place:], template)

    def _given(self, node: ast.expr | None) -> None:
        if node is None:
            self._write(HOLE, None)
        else:
            self._known(node)

    def _write(self, text: str, node: ast.expr | None) -> None:
        if len(self.content) + len(text) > _LONGEST:
            text = text[: max(_LONGEST - len(self.content), 0)]
        start = len(self.content)
        self.content += text
        if node is not None and text:
            self.pieces.append(Piece(start, start + len(text), node))
