"""CodeBLEU of a program (Ren et al. 2020, arXiv:2009.10297): words, weighted words, syntax and data flow."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from statistics import fmean
from typing import TYPE_CHECKING

from cgr_audit.scorecards.codesteps.overlap.data_flow import DataFlow, data_flow, is_comment
from cgr_audit.scorecards.codesteps.overlap.grammars import Grammar

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["CodeBleu", "CodeReader"]

_ORDERS = 4
_SMOOTHING = 0.1
"""What stands for no match of an order (method 1 of Chen and Cherry 2014)."""
_OTHER_WORD = 0.2
"""The weight of a word that is not a keyword; that of a keyword is 1."""


@dataclass(frozen=True, slots=True)
class CodeBleu:
    """The four parts, each from 0 to 1."""

    ngram: float
    """BLEU over words that blanks separate."""
    weighted_ngram: float
    """The share of the reference's words that are matched, keywords weighing five times as much as others."""
    syntax: float
    """The share of the reference's subtrees that the prediction has, names and literals left out."""
    data_flow: float | None
    """The share of the reference's data flow that the prediction has; nothing where the reference has none."""

    @property
    def score(self) -> float:
        """Their mean; a reference without data flow counts as matched there."""
        flow = 1.0 if self.data_flow is None else self.data_flow
        return fmean((self.ngram, self.weighted_ngram, self.syntax, flow))


@dataclass(frozen=True, slots=True)
class _Read:
    """What CodeBLEU compares of one program."""

    words: list[str]
    subtrees: list[int]
    data_flow: list[DataFlow]


class CodeReader:
    """Reads and compares programs in one language."""

    def __init__(self, grammar: Grammar) -> None:
        """Load the grammar.

        Raises:
            ImportError: tree-sitter, or the grammar, is not installed.
        """
        from tree_sitter import Language, Parser  # noqa: PLC0415  an extra

        self._grammar = grammar
        self._parser = Parser(Language(import_module(grammar.package).language()))
        self._shapes = _Shapes()
        self._reference: tuple[str, _Read] | None = None

    def code_bleu(self, reference: str, prediction: str) -> CodeBleu:
        """The parts of CodeBLEU; a program that nests too deeply to be read has neither syntax nor data flow."""
        if self._reference is None or self._reference[0] != reference:
            self._reference = reference, self._read(reference)
        wanted, offered = self._reference[1], self._read(prediction)
        there = set(offered.subtrees)
        flows = (Counter(wanted.data_flow) & Counter(offered.data_flow)).total()
        return CodeBleu(
            _ngram(wanted.words, offered.words),
            _weighted_ngram(wanted.words, offered.words, self._grammar.keywords),
            sum(subtree in there for subtree in wanted.subtrees) / max(1, len(wanted.subtrees)),
            flows / len(wanted.data_flow) if wanted.data_flow else None,
        )

    def score(self, reference: str, prediction: str) -> float:
        """CodeBLEU."""
        return self.code_bleu(reference, prediction).score

    def _read(self, code: str) -> _Read:
        root = self._parser.parse(code.encode(errors="replace")).root_node
        try:
            return _Read(code.split(), self._shapes.subtrees(root), data_flow(root, self._grammar))
        except RecursionError:
            return _Read(code.split(), [], [])


def _ngram(reference: Sequence[str], prediction: Sequence[str]) -> float:
    """BLEU: precisions, and a penalty for a prediction that is shorter."""
    counts = [(_counted(reference, order), _counted(prediction, order)) for order in range(1, _ORDERS + 1)]
    mean = _geometric_mean([((wanted & offered).total(), offered.total()) for wanted, offered in counts])
    return mean * math.exp(min(0.0, 1 - len(reference) / len(prediction))) if prediction else 0.0


def _weighted_ngram(reference: Sequence[str], prediction: Sequence[str], keywords: frozenset[str]) -> float:
    """Recalls, that of single words weighted; a short prediction has a low recall and needs no other penalty."""

    def weighed(words: Counter[tuple[str, ...]]) -> float:
        return sum(count * (1.0 if word in keywords else _OTHER_WORD) for (word,), count in words.items())

    counts = [(_counted(reference, order), _counted(prediction, order)) for order in range(1, _ORDERS + 1)]
    (words, offered_words), *longer = counts
    single = (weighed(words & offered_words), weighed(words))
    return _geometric_mean([single, *(((wanted & offered).total(), wanted.total()) for wanted, offered in longer)])


def _counted(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[start : start + order]) for start in range(len(words) - order + 1))


def _geometric_mean(matched: Sequence[tuple[float, float]]) -> float:
    """Of what is matched of each order; 0 where no single word is."""
    if not matched[0][0]:
        return 0.0
    return math.exp(math.fsum(math.log((part or _SMOOTHING) / max(1, whole)) for part, whole in matched) / _ORDERS)


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Numbers for subtrees, the same for those with the same named nodes in the same fields."""

    numbers: dict[tuple[str | int | None, ...], int] = field(default_factory=dict)

    def subtrees(self, root: Node) -> list[int]:
        """Of every node that has children, and of the root."""
        found: list[int] = []
        number = self._number(root, found)
        return found if root.children else [number]

    def _number(self, node: Node, found: list[int]) -> int:
        parts: list[str | int | None] = [f"MISSING {node.type}" if node.is_missing else node.type]
        for place, child in enumerate(node.children):
            if is_comment(child) or _is_docstring(child):
                continue
            number = self._number(child, found)
            if child.is_named or child.is_missing:
                parts += (node.field_name_for_child(place), number)
        number = self.numbers.setdefault(tuple(parts), len(self.numbers))
        if node.children:
            found.append(number)
        return number


def _is_docstring(node: Node) -> bool:
    """A statement that is a text alone."""
    return node.type == "expression_statement" and [child.type for child in node.children] == ["string"]
