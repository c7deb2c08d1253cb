"""Programs that carry a question's text: whether a text that reaches a prompt says more than how to answer."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from cgr_audit.analysis.provenance import Watch, find_provenance

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["carries_question"]

_INSTRUCTING = frozenset((
    "a", "an", "and", "answer", "any", "b", "best", "by", "c", "carefully", "choice", "choose", "correct", "d", "e",
    "exactly", "f", "final", "from", "give", "guess", "in", "just", "letter", "letters", "me", "name", "of", "one",
    "only", "option", "options", "or", "output", "pick", "please", "random", "reply", "respond", "right", "say",
    "select", "single", "step", "text", "the", "think", "to", "with", "x", "your",
))  # fmt: skip
"""A text of these words alone is no question."""


def carries_question(facts: Facts) -> bool:
    """Whether a text of the program that says anything but how to answer gets into a prompt."""
    texts = [node for node in facts.index.of(ast.Constant) if _says_something(node.value)]
    if not texts or facts.entry is None:
        return False
    longest_first = sorted(texts, key=lambda node: -len(str(node.value)))  # a watch follows only so many
    watch = Watch(_evaluated(node, facts) for node in longest_first)
    prompts = find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, watch).prompts
    return any(watch.reached(record) for records in prompts.values() for record in records)


def _says_something(value: object) -> bool:
    if not isinstance(value, str):
        return False
    return "?" in value or not _INSTRUCTING.issuperset(re.findall(r"[a-z]+|\d+", value.lower()))


def _evaluated(node: ast.Constant, facts: Facts) -> ast.expr:
    """The expression whose value is followed: a part of an f-string has none of its own."""
    parent = facts.index.parent(node)
    return parent if isinstance(parent, ast.JoinedStr) else node
