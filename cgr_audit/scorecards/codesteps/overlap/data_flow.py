"""Where the values of variables come from, as CodeBLEU compares it (Ren et al. 2020, section 3.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cgr_audit.scorecards.codesteps.overlap.grammars import COMES_FROM, COMPUTED_FROM, Grammar

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["DataFlow", "data_flow", "is_comment"]

DataFlow = tuple[int, str, tuple[int, ...]]
"""A variable, how it gets its value, and the variables that this is from; numbered as they first occur."""

Known = dict[str, frozenset[int]]
"""Of each variable the places that may have given it its value."""

_STARTS = ("init", "initializer")
"""The fields of a loop with what runs once, before its rounds."""

_WHOLE = frozenset({"string", "string_literal", "character_literal", "char_literal"})
"""Nodes that are one value, whatever is in them."""


def data_flow(root: Node, grammar: Grammar) -> list[DataFlow]:
    """The edges of a program, in the order of its text; names do not matter.

    Raises:
        RecursionError: the program nests too deeply.
    """
    reader = _Reader(grammar)
    reader.read(root, {}, is_repeated=False)
    used = {origin for value in reader.values.values() for origin in value.origins}
    numbers: defaultdict[str, int] = defaultdict(lambda: len(numbers))
    return [
        (numbers[value.name], value.relation, sources)
        for place, value in sorted(reader.values.items())
        if value.origins or place in used
        for sources in [tuple(numbers[name] for name in value.sources)]
    ]


def is_comment(node: Node) -> bool:
    """Whether a node is a comment."""
    return node.type.endswith("comment")


@dataclass(slots=True)
class _Value:
    """A variable or literal at one place."""

    name: str
    relation: str
    sources: dict[str, None] = field(default_factory=dict)
    """The names that its value is from, each once, in order."""
    origins: set[int] = field(default_factory=set)
    """The places of these."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a tree in the order in which it would run; each method gives what is known behind a node."""

    grammar: Grammar
    values: dict[int, _Value] = field(default_factory=dict)
    """By place."""

    def read(self, node: Node, known: Known, *, is_repeated: bool) -> Known:
        if _is_whole(node):
            return self._use(node, known)
        if node.type in self.grammar.loops:
            known = self._parts(node, known, is_repeated=is_repeated)
            if is_repeated:  # the loops inside a loop that is read for the second time have been read twice
                return known
            start = {child.id for name in _STARTS for child in node.children_by_field_name(name)}
            return self._parts(node, known, is_repeated=True, done=start)
        if node.type == "if_statement":
            return self._branches(node, known, is_repeated=is_repeated)
        return self._parts(node, known, is_repeated=is_repeated)

    def _parts(self, node: Node, known: Known, *, is_repeated: bool, done: Set[int] = frozenset()) -> Known:
        if node.type in self.grammar.updates:
            places = list(_leaves(node))
            return self._define(places, places, COMPUTED_FROM, known)
        definition = self.grammar.definitions.get(node.type)
        if definition is not None:
            target, source = map(node.child_by_field_name, definition[:2])
            if target is not None and source is not None:
                known = self.read(source, known, is_repeated=is_repeated)
                for one, other in _pairs(target, source):
                    known = self._define(list(_leaves(one)), list(_leaves(other)), definition[2], known)
                done = done | {target.id, source.id}
            if node.type not in self.grammar.loops and (source is not None or definition[2] == COMPUTED_FROM):
                return known  # what is left is a type
        children = sorted(node.children, key=lambda child: child.type not in self.grammar.first)
        for child in children:
            if child.id not in done:
                known = self.read(child, known, is_repeated=is_repeated)
        return known

    def _branches(self, node: Node, known: Known, *, is_repeated: bool) -> Known:
        others = node.children_by_field_name("alternative")
        apart = {other.id for other in others}
        first = dict(known)
        for child in node.children:
            if child.id not in apart:
                first = self.read(child, first, is_repeated=is_repeated)
        ends = [first, *(self.read(other, dict(known), is_repeated=is_repeated) for other in others)]
        if all(other.type == "elif_clause" for other in others):
            ends.append(known)
        joined: Known = {}
        for end in ends:
            for name, places in end.items():
                joined[name] = joined.get(name, frozenset()) | places
        return joined

    def _use(self, node: Node, known: Known) -> Known:
        if not _is_value(node):
            return known
        name = _text(node)
        origins = known.get(name)
        self._add(node, COMES_FROM, {} if origins is None else {name: None}, origins or frozenset())
        if origins is None and node.type == "identifier":
            known[name] = frozenset({node.start_byte})
        return known

    def _define(self, targets: list[Node], sources: list[Node], relation: str, known: Known) -> Known:
        names, origins = dict.fromkeys(map(_text, sources)), frozenset(source.start_byte for source in sources)
        for target in targets:
            self._add(target, relation, names, origins)
            known[_text(target)] = frozenset({target.start_byte})
        return known

    def _add(self, node: Node, relation: str, names: Mapping[str, None], origins: frozenset[int]) -> None:
        value = self.values.setdefault(node.start_byte, _Value(_text(node), relation))
        value.sources.update(names)
        value.origins.update(origins)


def _is_whole(node: Node) -> bool:
    return not node.children or node.type in _WHOLE


def _is_value(node: Node) -> bool:
    """Whether a node without parts is a variable or literal, and no keyword or sign: these are named by their text."""
    return not is_comment(node) and node.type != _text(node) and bool(node.text)


def _leaves(node: Node) -> Iterator[Node]:
    if _is_whole(node):
        if _is_value(node):
            yield node
        return
    for child in node.children:
        yield from _leaves(child)


def _pairs(target: Node, source: Node) -> list[tuple[Node, Node]]:
    """``a, b = c, d`` is two definitions."""
    targets, sources = target.named_children, source.named_children
    if target.type == "pattern_list" and source.type == "expression_list" and len(targets) == len(sources):
        return list(zip(targets, sources, strict=True))
    return [(target, source)]


def _text(node: Node) -> str:
    return (node.text or b"").decode(errors="replace")
