"""Programs that carry a question's text: whether a text that reaches a prompt says more than how to answer."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from cgr_audit.analysis.interpreter.watch import Watch, followed
from cgr_audit.analysis.queries.provenance import find_provenance

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["carries_question"]

_INSTRUCTING = frozenset((
    "a", "about", "above", "act", "after", "again", "all", "an", "analyse", "analysis", "analyze", "and", "answer",
    "any", "approach", "are", "as", "assistant", "b", "based", "be", "before", "below", "best", "brief", "briefly",
    "by", "c", "can", "careful", "carefully", "check", "choice", "choices", "choose", "clear", "clearly", "concise",
    "confidence", "confident", "consider", "correct", "correctly", "could", "critique", "d", "decide", "detail",
    "detailed", "do", "does", "don", "e", "each", "earlier", "every", "exactly", "expert", "explain", "facts", "final",
    "finally", "first", "following", "for", "format", "from", "give", "given", "guess", "help", "helpful", "here",
    "how", "i", "if", "in", "is", "it", "judge", "just", "knowledge", "last", "let", "lets", "letter", "letters",
    "list", "logically", "me", "multiple", "must", "my", "name", "next", "no", "not", "now", "number", "of", "on",
    "one", "only", "option", "options", "or", "out", "output", "own", "pick", "plan", "please", "previous", "print",
    "problem", "problems", "provide", "question", "questions", "quick", "quickly", "quiz", "random", "read", "reason",
    "reasoning", "recall", "relevant", "reply", "respond", "response", "return", "review", "right", "role", "s", "say",
    "second", "select", "sentence", "sentences", "short", "should", "shown", "single", "so", "solve", "state", "step",
    "steps", "student", "sure", "t", "teacher", "tell", "test", "text", "that", "the", "then", "they", "think",
    "thinking", "this", "thought", "thoughts", "through", "to", "unsure", "us", "use", "using", "verify", "will",
    "with", "word", "words", "would", "write", "x", "you", "your",
))  # fmt: skip
"""A text of these words alone is not a question."""


def carries_question(facts: Facts) -> bool:
    """Whether a text of the program that says anything but how to answer gets into a prompt."""
    texts = [node for node in facts.index.of(ast.Constant) if _says_something(node.value)]
    if not texts or facts.entry is None:
        return False
    longest_first = sorted(texts, key=lambda node: -len(str(node.value)))  # a watch follows only so many
    watch = Watch(followed(node, facts.index) for node in longest_first)
    prompts = find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, watch).prompts
    return any(watch.reached(record) for records in prompts.values() for record in records)


def _says_something(value: object) -> bool:
    if not isinstance(value, str):
        return False
    return "?" in value or not _INSTRUCTING.issuperset(re.findall(r"[a-z]+|\d+", value.lower()))
