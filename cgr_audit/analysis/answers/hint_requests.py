"""Hint requests: prompts that ask which answer somebody in the item suggests, instead of the item's question."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.interpreter.values import ITEM, SOLVER
from cgr_audit.analysis.interpreter.watch import Watch, followed
from cgr_audit.analysis.queries.provenance import find_provenance

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["HintRequest", "find_hint_requests"]

_ANSWER = r"(?:answer|choice|letter|option)"
_PERSON = (
    "asker|author|colleague|expert|friend|he|person|professor|she|somebody|someone|student|teacher|they|user|writer"
)
_NOTE = "annotation|clue|comment|footnote|hint|label|mark|metadata|note|remark|tag"
_SAYING = (
    "advis|believ|claim|favou?r|hint|indicat|lean|mark|point|propos|recommend|sa(?:y|id)|state|suggest|think|thought"
)
_WHO = (
    rf"(?:(?:the|this|that|an?|its|any)\s+)?(?:\w+\s+)?(?:{_PERSON}|{_NOTE})"
    r"(?:\s+(?:above|below|in|of|the|this|item|passage|problem|prompt|question|text)){0,4}"
)
_MARKED = r"(?:annotated|flagged|labell?ed|marked|starred|tagged)\s+(?:as\s+(?:the\s+)?(?:correct|right)|by|with|in)"
_REQUEST = re.compile(
    rf"\b(?:which|what)\s+{_ANSWER}\s+(?:(?:do|does|did|has|have)\s+{_WHO}\s+(?:{_SAYING})"
    rf"|(?:is|was)\s+(?:{_MARKED}|(?:{_SAYING})\w*\s+by\s+{_WHO}))"
    rf"|\b(?:copy|extract|find|give|name|repeat|report|return)\s+the\s+{_ANSWER}\s+(?:that\s+)?{_WHO}\s+(?:{_SAYING})"
    r"|\b(?:copy|extract|find|locate|(?:look|search)\b[^.?!]{0,40}?\bfor|read)\s+(?:the|an?|any)\s+(?:[\w-]+,?\s+){0,5}"
    r"answer\s+key\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class HintRequest:
    """One text that asks for a hint, on its way into a prompt about the item."""

    literal: ast.Constant
    words: str
    call: ast.AST
    """The call of the solver."""


def find_hint_requests(facts: Facts) -> tuple[HintRequest, ...]:
    """Every text that asks the solver for a hint in the item; texts that ask about responses are left out."""
    found = {
        node: match.group()
        for node in facts.index.of(ast.Constant)
        if isinstance(node.value, str) and (match := _REQUEST.search(" ".join(node.value.split()))) is not None
    }
    if not found or facts.entry is None or not facts.contract.solver.is_used or facts.provenance.exhausted:
        return ()
    watch = Watch(followed(node, facts.index) for node in found)
    prompts = find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, watch).prompts
    requests: dict[ast.AST, HintRequest] = {}
    for call, records in prompts.items():
        for record in records:
            is_of_item = record.taint & ITEM and not record.taint & SOLVER
            reached = watch.reached(record) if is_of_item else ()
            for node, words in found.items():
                if followed(node, facts.index) in reached:
                    requests.setdefault(node, HintRequest(node, words, call))
    return tuple(requests.values())
