"""Answer hints: texts that name the item's answer and reach a solver prompt."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.answers.prompt_claims import Claim, find_claims, may_claim
from cgr_audit.analysis.answers.prompt_texts import Text, texts_with
from cgr_audit.analysis.interpreter.values import ITEM
from cgr_audit.analysis.interpreter.watch import Watch, followed
from cgr_audit.analysis.queries.provenance import find_provenance
from cgr_audit.source.contract import EntryKind

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts
    from cgr_audit.analysis.interpreter.interpreter import PromptRecord

__all__ = ["AnswerHint", "find_answer_hints"]


@dataclass(frozen=True, slots=True)
class AnswerHint:
    """One text that names an answer, on its way into a prompt."""

    literal: ast.expr
    """The expression that writes the claim."""
    words: str
    """The claim itself."""
    answer: str
    """The letter or text that it names."""
    is_asserted: bool
    """Whether the words around it say that it is right, or that another is not."""
    call: ast.AST
    """The call of the solver."""


def find_answer_hints(facts: Facts, holds_leaks: Callable[[], bool]) -> tuple[AnswerHint, ...]:
    """Every text of the program that tells the solver the item's answer.

    A variable that holds the generator's answer is a leak and no hint; ``holds_leaks`` tells whether there are any.
    """
    is_script = facts.contract.entry.kind is EntryKind.SCRIPT
    if not facts.contract.solver.is_used or (facts.entry is None and not is_script):
        return ()
    literals = [node for node in facts.index.of(ast.Constant) if isinstance(node.value, str) and may_claim(node.value)]
    if not literals:
        return ()
    claims = [(text, claim) for text in texts_with(literals, facts) for claim in find_claims(text.content)]
    claims = [(text, claim) for text, claim in claims if claim.template not in _said_of_several(claims)]
    found = [(claim, node) for text, claim in claims if (node := _writer(text, claim, facts, holds_leaks)) is not None]
    if not found or facts.provenance.exhausted:
        return ()
    watch = Watch(followed(node, facts.index) for _, node in found)
    prompts = find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, watch).prompts
    records = [(call, record, watch.reached(record)) for call, several in prompts.items() for record in several]
    hints: dict[ast.AST, AnswerHint] = {}
    for claim, node in found:
        for call, record, reached in records:
            if followed(node, facts.index) in reached and not _answers_another(claim, record):
                hints.setdefault(node, AnswerHint(node, claim.words, claim.answer, claim.is_asserted, call))
    return tuple(hints.values())


def _said_of_several(claims: list[tuple[Text, Claim]]) -> set[str]:
    """The sentences that name different options in different texts: the program asks about each."""
    answers: dict[str, set[str]] = {}
    for _, claim in claims:
        answers.setdefault(claim.template, set()).add(claim.answer)
    return {template for template, named in answers.items() if len(named) > 1}


def _writer(text: Text, claim: Claim, facts: Facts, holds_leaks: Callable[[], bool]) -> ast.expr | None:
    """What writes the claim's words; nothing if another rule speaks of it, or an assistant says it in an example."""
    answer, words = text.piece_at(claim.answer_start), text.piece_at(claim.start)
    if answer is None or words is None or _is_example_turn(text.node, facts):
        return None
    written = _written(words.node, facts) if answer is words and isinstance(words.node, ast.Name) else None
    if written is not None:
        return written
    if not isinstance(answer.node, ast.Constant) and holds_leaks():
        return None
    return words.node if isinstance(words.node, ast.Constant) else text.node


def _written(node: ast.Name, facts: Facts) -> ast.expr | None:
    """The text that a name was bound to."""
    binding = facts.scopes.sole_binding(node)
    return binding.value if binding is not None and isinstance(binding.value, ast.Constant) else None


def _is_example_turn(node: ast.expr, facts: Facts) -> bool:
    """Whether a text is what an assistant said earlier in a list of messages."""
    parent = facts.index.parent(node)
    if not isinstance(parent, ast.Dict):
        return False
    roles = [value.value for value in parent.values if isinstance(value, ast.Constant)]
    messages = facts.index.parent(parent)
    is_last = isinstance(messages, ast.List) and messages.elts[-1] is parent
    return "assistant" in roles and not is_last


def _answers_another(claim: Claim, record: PromptRecord) -> bool:
    """Whether the question that is written before a claim is an example, and the item's question is another."""
    return claim.has_own_question and (claim.is_followed or bool(record.taint & ITEM))
