"""Answers that the item decides without the solver: looked up in the program, or worked out of the item."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis import pure
from cgr_audit.analysis.answers.item_parsing import ItemParsing
from cgr_audit.analysis.answers.literal_tests import Against, LiteralTests
from cgr_audit.analysis.index import position_of
from cgr_audit.analysis.interpreter.values import ITEM, UNKNOWN, Kind
from cgr_audit.analysis.queries.sources import Flow, Source

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["AnswerTable", "ItemAnswers", "find_item_answers"]


_RANKING = frozenset(("max", "min", "next", "sorted"))
_CHOOSING = (ast.If, ast.IfExp, ast.Match)


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """Answers that are chosen by comparing the item with literals, by tests that belong together."""

    choices: tuple[ast.AST, ...]
    """The comparisons and lookups, in the order of the text."""
    flows: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """What the solver channel takes from the item alone."""

    tables: tuple[AnswerTable, ...] = ()
    derived: tuple[Flow, ...] = ()
    """Computed from the item, or constants that it picks, or that only its parts among themselves decide about."""
    guards: tuple[Flow, ...] = ()
    """Constants for an item that is empty, of the wrong kind, or cannot be parsed."""

    @property
    def decided(self) -> frozenset[Flow]:
        """Everything that a table gives, and everything derived."""
        return frozenset((*self.derived, *(flow for table in self.tables for flow in table.flows)))


def find_item_answers(facts: Facts) -> ItemAnswers:
    """Every answer of the solver channel that the item decides."""
    channel = facts.provenance.solver
    if channel is None or not facts.contract.solver.is_used:
        return ItemAnswers()
    failure = facts.contract.extraction.failure_value
    deciding = [flow for flow in channel.flows if _may_be_decided(flow, failure)]
    if not deciding:
        return ItemAnswers()
    tests, words, parsing = LiteralTests(facts), LiteralTests(facts, words_only=True), ItemParsing(facts)
    looked_up: list[tuple[Flow, list[ast.AST]]] = []
    derived, guards = [], []
    for flow in deciding:
        choices = _choices(flow, words if flow.alternative.taint & ITEM else tests, facts, parsing)
        if choices:
            looked_up.append((flow, choices))
        elif flow.source is Source.FALLBACK and _is_picked(flow, facts):
            derived.append(flow)
        elif (
            flow.source is not Source.ITEM
            or _is_unknown(flow)
            or _is_selected(flow, facts.provenance.ties)
            or _is_only_one(flow)
        ):
            continue
        elif not flow.alternative.taint & ITEM and _is_guarded(flow, tests, parsing):
            guards.append(flow)
        else:
            derived.append(flow)
    return ItemAnswers(_tables(looked_up), tuple(derived), tuple(guards))


def _may_be_decided(flow: Flow, failure: str | None) -> bool:
    if flow.is_known and flow.constant in (None, "", failure):
        return False
    if flow.source is Source.ITEM:
        return True
    return flow.source is Source.FALLBACK and any(kind is Kind.ITEM for _, kind in flow.alternative.controls.values())


def _choices(flow: Flow, tests: LiteralTests, facts: Facts, parsing: ItemParsing) -> list[ast.AST]:
    """The tests of a flow that compare the item with literals and led to its value."""
    is_constant = not flow.alternative.taint & ITEM
    is_item = flow.source is Source.ITEM
    least = Against.SIZE if is_constant and is_item else Against.LITERAL
    failed = _failed(flow) if flow.source is Source.FALLBACK else []
    found = []
    for node, (outcome, kind) in flow.alternative.controls.items():
        if kind is not Kind.ITEM or tests.against(node) < least or not (is_constant or tests.is_about_element(node)):
            continue
        if is_constant and is_item and parsing.has_failed(node, outcome):
            continue
        is_positive = tests.is_positive(node, outcome) or (is_constant and is_item)
        # a test around the failing call chose no answer; one inside the branch that it failed into did
        if (is_positive and _is_after(node, failed)) or (failed and _holds_answer(node, flow, failed, facts)):
            found.append(node)
    return found


def _failed(flow: Flow) -> list[ast.AST]:
    """What failed on the way to a fallback."""
    return [node for node, (_, kind) in flow.alternative.controls.items() if kind is Kind.FAILURE]


def _is_after(node: ast.AST, failed: list[ast.AST]) -> bool:
    return all(position_of(node) > position_of(other) for other in failed)


def _holds_answer(node: ast.AST, flow: Flow, failed: list[ast.AST], facts: Facts) -> bool:
    """Whether an expression or statement that a test belongs to writes the answer down, and asks nobody."""
    owner = next((around for around in facts.index.ancestors(node) if isinstance(around, _CHOOSING)), None)
    if owner is None:
        return False
    inside = (flow.origin, *failed)
    held, *asked = (owner in facts.index.ancestors(other) for other in inside)
    return held and not any(asked)


def _is_picked(flow: Flow, facts: Facts) -> bool:
    """Whether a place or rank that the item gives picked a letter, where something had failed before."""
    failed = _failed(flow)
    picks = [node for node, (_, kind) in flow.alternative.controls.items() if kind is Kind.ITEM]
    return any(
        isinstance(node, ast.Subscript | ast.Call) and _is_after(node, failed) and not _is_iterated(node, facts)
        for node in picks
    )


def _is_iterated(node: ast.AST, facts: Facts) -> bool:
    """Whether a loop iterates over an expression, which does not pick a letter."""
    around = facts.index.parent(node)
    return isinstance(around, ast.For | ast.AsyncFor | ast.comprehension) and around.iter is node


def _is_unknown(flow: Flow) -> bool:
    """Whether something that cannot be followed had a say."""
    item = flow.alternative
    return bool(item.taint & UNKNOWN) or any(kind is Kind.UNKNOWN for _, kind in item.controls.values())


def _is_selected(flow: Flow, ties: Set[ast.AST]) -> bool:
    """Whether responses left it over, though the loop that asked for them ran to its end.

    Where a test, and no loop, says that they chose nothing, it only takes the place of what they would have chosen.
    """
    controls = flow.alternative.controls
    if any(
        kind is Kind.FAILURE and isinstance(node, ast.Compare) and outcome < 0
        for node, (outcome, kind) in controls.items()
    ):
        return False
    return any(
        kind is Kind.CONTENT and outcome >= 0 and node not in ties and not _ranks(node)
        for node, (outcome, kind) in controls.items()
    )


def _ranks(node: ast.AST) -> bool:
    """Whether something takes one of several responses by place or rank, which a test then asks about."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _RANKING
        case ast.Call(func=ast.Attribute(attr=name)):
            return name == "most_common"
    return isinstance(node, ast.Subscript)


def _is_only_one(flow: Flow) -> bool:
    """Whether it is taken from something that a test has shown to hold no second one: there is nothing to ask."""
    taken = (*ast.walk(flow.origin), *ast.walk(flow.position))
    names = {part.id for part in taken if isinstance(part, ast.Name)}
    return any(
        isinstance(held, ast.Name) and held.id in names
        for node, (outcome, kind) in flow.alternative.controls.items()
        if kind is Kind.ITEM and outcome
        for held in _held_once(node, is_true=outcome > 0)
    )


def _held_once(test: ast.AST, *, is_true: bool) -> Iterator[ast.expr]:
    """What holds at most one element where a test comes out so."""
    match test:
        case ast.BoolOp(op=ast.And()) if not is_true:
            for part in test.values:
                yield from _held_once(part, is_true=False)
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[held]),
            ops=[ast.Eq() | ast.NotEq() | ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() as op],
            comparators=[ast.Constant(value=int(number))],
        ):
            several = (size for size in (2, number - 1, number, number + 1) if size > 1)
            if all(pure.compare(op, size, number) is not is_true for size in several):
                yield held


def _is_guarded(flow: Flow, tests: LiteralTests, parsing: ItemParsing) -> bool:
    """Whether a constant is for an item that is empty, of the wrong kind, or cannot be parsed."""
    if any(flow.alternative.controls.get(node, (0, Kind.NONE))[1] is Kind.ITEM for node in flow.alternative.origins):
        return False  # the item says which of several it is
    kinds = [
        Against.EMPTINESS if parsing.has_failed(node, outcome) else tests.against(node)
        for node, (outcome, kind) in flow.alternative.controls.items()
        if kind is Kind.ITEM
    ]
    return Against.EMPTINESS in kinds and max(kinds) is Against.EMPTINESS


def _tables(found: list[tuple[Flow, list[ast.AST]]]) -> tuple[AnswerTable, ...]:
    """Flows that share a test of the item belong to one table."""
    groups: list[tuple[list[Flow], set[ast.AST], set[ast.AST]]] = []
    for flow, choices in found:
        shared = {node for node, (_, kind) in flow.alternative.controls.items() if kind is Kind.ITEM}
        flows, nodes, all_tests = [flow], set(choices), shared
        rest = []
        for group in groups:
            if group[2] & all_tests:
                flows, nodes, all_tests = [*group[0], *flows], nodes | group[1], all_tests | group[2]
            else:
                rest.append(group)
        groups = [*rest, (flows, nodes, all_tests)]
    tables = [AnswerTable(tuple(sorted(nodes, key=position_of)), tuple(flows)) for flows, nodes, _ in groups]
    return tuple(sorted(tables, key=lambda table: position_of(table.choices[0])))
