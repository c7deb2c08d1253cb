"""Constants that a program returns as the solver's answer: what leads to each, and whether it is an answer at all."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from cgr_audit.analysis.queries.sources import Flow, Source
from cgr_audit.source.contract import AnswerKind

if TYPE_CHECKING:
    from cgr_audit.analysis.answers.item_answers import ItemAnswers
    from cgr_audit.analysis.facts import Facts

__all__ = ["ConstantAnswer", "Guard", "find_constant_answers"]

_LETTER = re.compile(r"(?<![^\W_])(?<!/)(?:[A-HJ-Z]|\d+)(?![^\W_])(?!['/])")
"""A letter that stands by itself, which a lenient reader takes for an option. ``I`` is a word; ``N/A`` holds none."""


class Guard(StrEnum):
    """What leads to a constant."""

    FAILED = "failed"
    """Calling, extracting or parsing failed, or attempts or time ran out."""
    OTHER = "other"
    """Anything else, or nothing."""
    INVALID = "invalid"
    """Whatever leads to it, the constant is a text about a failure, not an answer."""


@dataclass(frozen=True, slots=True)
class ConstantAnswer:
    """One constant, where it is written, with the first way on which it is returned."""

    flow: Flow
    node: ast.AST
    guard: Guard

    @property
    def evidence(self) -> list[tuple[ast.AST, str]]:
        """How it comes to be returned."""
        found = [step for step in self.flow.chain if step[0] is not self.node]
        if self.flow.position is not self.node:
            found.append((self.flow.position, "returned here"))
        return found


def find_constant_answers(facts: Facts, by_item: ItemAnswers, gold: Collection[ast.AST]) -> tuple[ConstantAnswer, ...]:
    """Every constant that some path returns as the solver's, except those that the item decides or contains.

    ``gold`` are the returns that give what gold fields hold.
    """
    channel = facts.provenance.solver
    if channel is None or not facts.contract.solver.is_used:
        return ()
    found: dict[ast.AST, ConstantAnswer] = {}
    for flow in channel.flows:
        guard = None if flow.returned in gold else _guard(flow, facts, by_item)
        if guard is not None:
            node = flow.origin if hasattr(flow.origin, "lineno") else flow.position
            found.setdefault(flow.origin, ConstantAnswer(flow, node, guard))
    return tuple(found.values())


def _guard(flow: Flow, facts: Facts, by_item: ItemAnswers) -> Guard | None:
    if flow.is_known and flow.constant in (None, "", facts.contract.extraction.failure_value):
        return None
    is_letter = facts.contract.returns.answer is AnswerKind.LETTER
    if is_letter and (_is_no_letter(flow) or _reports(flow.position, facts)):
        return Guard.INVALID
    if flow in by_item.decided:
        return None
    if flow in by_item.guards or flow.source is Source.FALLBACK:
        return Guard.FAILED
    if flow.source is not Source.LITERAL:
        return None
    return Guard.OTHER if flow.alternative.controls else Guard.FAILED  # a default that nothing has replaced


def _is_no_letter(flow: Flow) -> bool:
    text = flow.constant
    return isinstance(text, str) and len(text.strip()) > 1 and not _LETTER.search(text)


def _reports(node: ast.AST, facts: Facts) -> bool:
    """Whether a returned text is put together of words and the exception that a handler caught."""
    if not isinstance(node, ast.JoinedStr | ast.BinOp | ast.Call):
        return False
    handlers = [one for one in facts.index.ancestors(node) if isinstance(one, ast.ExceptHandler)]
    names = {one.name for one in handlers} - {None}
    parts = list(ast.walk(node))
    is_named = any(isinstance(part, ast.Name) and part.id in names for part in parts)
    is_calculated = any(isinstance(part, ast.Call) and _name(part) not in ("str", "repr", "format") for part in parts)
    return is_named and not is_calculated


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
