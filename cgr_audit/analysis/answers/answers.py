"""Answers that are not the solver's, and prompts that give one away: each question is answered when first asked."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from cgr_audit.analysis.answers.answer_hints import AnswerHint, find_answer_hints
from cgr_audit.analysis.answers.constant_answers import ConstantAnswer, find_constant_answers
from cgr_audit.analysis.answers.generator_leaks import GeneratorLeak, find_generator_leaks
from cgr_audit.analysis.answers.gold_accesses import GoldAccesses, find_gold_accesses
from cgr_audit.analysis.answers.hint_requests import HintRequest, find_hint_requests
from cgr_audit.analysis.answers.item_answers import ItemAnswers, find_item_answers
from cgr_audit.analysis.answers.joined_answers import find_joined_answers

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["Answers"]


class Answers:
    """What the analyses of one program say of its answers. They stand on its facts; no fact stands on them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @cached_property
    def generator_leaks(self) -> tuple[GeneratorLeak, ...]:
        """The prompts that hold the generator's own answer."""
        return find_generator_leaks(self._facts)

    @cached_property
    def item_answers(self) -> ItemAnswers:
        """The answers that the item decides without the solver."""
        return find_item_answers(self._facts)

    @cached_property
    def constants(self) -> tuple[ConstantAnswer, ...]:
        """The constants that some path returns as the solver's answer, or in its place."""
        return find_constant_answers(self._facts, self.item_answers, self.gold_accesses.returns)

    @cached_property
    def gold_accesses(self) -> GoldAccesses:
        """Where the program reads the item's gold fields."""
        return find_gold_accesses(self._facts)

    @cached_property
    def hint_requests(self) -> tuple[HintRequest, ...]:
        """The texts of prompts that ask the solver for a hint in the item."""
        return find_hint_requests(self._facts)

    @cached_property
    def joined(self) -> frozenset[ast.AST]:
        """The returned expressions that join several answers into one text."""
        return find_joined_answers(self._facts)

    @cached_property
    def hints(self) -> tuple[AnswerHint, ...]:
        """Where a prompt's text names an answer."""
        return find_answer_hints(self._facts, lambda: bool(self.generator_leaks))
