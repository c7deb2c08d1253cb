"""Texts of a program: the literals that are put together into one, with holes where the rest is not known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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
    used = {literal: _uses([node for name in names for node in loads[name]], facts) for literal, names in named.items()}
    parts = [part for literal, uses in used.items() for part in uses or (literal,)]
    seen: set[ast.AST] = set()
    for part in parts:
        whole = _whole(part, facts)
        if whole not in seen:
            seen.add(whole)
            builder = _Builder(facts)
            builder.add(whole, _DEPTH)
            yield Text(whole, builder.content, tuple(builder.pieces))


def _names(literal: ast.Constant, facts: Facts) -> frozenset[str]:
    """The names that a literal, or the text that it is part of, is bound to."""
    parent = facts.index.parent(_whole(literal, facts))
    targets = parent.targets if isinstance(parent, ast.Assign) else [getattr(parent, "target", None)]
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def _loads(names: frozenset[str], facts: Facts) -> dict[str, list[ast.Name]]:
    """Where each name is read."""
    found: dict[str, list[ast.Name]] = {name: [] for name in names}
    for node in facts.index.of(ast.Name) if names else ():
        if node.id in found and isinstance(node.ctx, ast.Load):
            found[node.id].append(node)
    return found


def _uses(loads: list[ast.Name], facts: Facts) -> list[ast.expr]:
    """Where the name of a literal is put into a longer text, or filled in."""
    return [node for node in loads if _whole(node, facts) is not node and facts.constants.text(node) is not None]


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
                call = facts.index.parent(parent)
                if not (isinstance(call, ast.Call) and _joins(call) and call.args == [parent]):
                    return node
                node = call
            case _:
                return node


def _joins(call: ast.Call) -> bool:
    return (
        isinstance(call.func, ast.Attribute) and call.func.attr == "join" and isinstance(call.func.value, ast.Constant)
    )


class _Builder:
    """Writes one text."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
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
            case ast.Call(args=[ast.List(elts=parts) | ast.Tuple(elts=parts)]) if _joins(node):
                separator = self._facts.constants.text(node.func.value) or ""  # type: ignore[attr-defined]
                for number, part in enumerate(parts):
                    self._write(separator if number else "", None)
                    self.add(part, depth - 1)
            case _:
                self._known(node)

    def _known(self, node: ast.expr) -> None:
        folded = self._facts.constants.fold(node)
        if folded is None or not isinstance(folded.value, str | int | float):
            self._write(HOLE, None)
        else:
            self._write(str(folded.value), node)

    def _formatted(self, template: ast.expr, call: ast.Call) -> None:
        named: dict[str, ast.expr] = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        text = self._facts.constants.text(template)
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
