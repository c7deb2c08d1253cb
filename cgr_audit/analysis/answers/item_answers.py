"""Answers that the item decides without the solver: looked up in the program, or worked out of the item."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.answers.literal_tests import Against, LiteralTests
from cgr_audit.analysis.provenance import Flow, Source
from cgr_audit.analysis.provenance.values import ITEM, UNKNOWN, Kind

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["AnswerTable", "ItemAnswers", "find_item_answers"]


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
    """Computed from the item, or constants that only its parts among themselves decide about."""
    guards: tuple[Flow, ...] = ()
    """Constants for an item that is empty or of the wrong kind."""

    @property
    def looked_up(self) -> frozenset[Flow]:
        """Everything that a table gives."""
        return frozenset(flow for table in self.tables for flow in table.flows)


def find_item_answers(facts: Facts) -> ItemAnswers:
    """Every answer of the solver channel that the item decides."""
    channel = facts.provenance.solver
    if channel is None or not facts.contract.solver.is_used:
        return ItemAnswers()
    failure = facts.contract.extraction.failure_value
    deciding = [flow for flow in channel.flows if _may_be_decided(flow, failure)]
    if not deciding:
        return ItemAnswers()
    tests = LiteralTests(facts)
    looked_up: list[tuple[Flow, list[ast.AST]]] = []
    derived, guards = [], []
    for flow in deciding:
        choices = _choices(flow, tests)
        if choices:
            looked_up.append((flow, choices))
        elif flow.source is not Source.ITEM or _is_unknown(flow) or _is_selected(flow):
            continue
        elif not flow.alternative.dependences & ITEM and _is_guarded(flow, tests):
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


def _choices(flow: Flow, tests: LiteralTests) -> list[ast.AST]:
    """The tests of a flow that compare the item with literals and led to its value."""
    is_constant = not flow.alternative.dependences & ITEM
    least = Against.SIZE if is_constant and flow.source is Source.ITEM else Against.LITERAL
    found = [
        node
        for node, (outcome, kind) in flow.alternative.controls.items()
        if kind is Kind.ITEM
        and (tests.is_positive(node, outcome) or (is_constant and flow.source is Source.ITEM))
        and tests.against(node) >= least
        and (is_constant or tests.is_about_element(node))
    ]
    if flow.source is Source.FALLBACK:
        # a test around the failing call chose no answer; one inside the branch that it failed into did
        failed = [node for node, (_, kind) in flow.alternative.controls.items() if kind is Kind.FAILURE]
        found = [node for node in found if all(_position(node) > _position(other) for other in failed)]
    return found


def _is_unknown(flow: Flow) -> bool:
    """Whether something that cannot be followed had a say."""
    item = flow.alternative
    return bool(item.dependences & UNKNOWN) or any(kind is Kind.UNKNOWN for _, kind in item.controls.values())


def _is_selected(flow: Flow) -> bool:
    """Whether responses left it over, though the loop that asked for them ran to its end.

    Where a test, and no loop, says that they chose nothing, it only takes the place of what they would have chosen.
    """
    controls = flow.alternative.controls
    if any(
        kind is Kind.FAILURE and isinstance(node, ast.Compare) and outcome < 0
        for node, (outcome, kind) in controls.items()
    ):
        return False
    return any(kind is Kind.CONTENT and outcome >= 0 for outcome, kind in controls.values())


def _is_guarded(flow: Flow, tests: LiteralTests) -> bool:
    kinds = [tests.against(node) for node, (_, kind) in flow.alternative.controls.items() if kind is Kind.ITEM]
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
    tables = [AnswerTable(tuple(sorted(nodes, key=_position)), tuple(flows)) for flows, nodes, _ in groups]
    return tuple(sorted(tables, key=lambda table: _position(table.choices[0])))


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
