"""What a rule is, and what it is given.

A rule is one file in ``rules/``: a subclass of :class:`Rule` with its ``meta``, a docstring under five headings, the
programs it must stay silent on (``VALID``) and those it must find something in (``INVALID``), and ``check``.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cgr_audit.audit.finding import Confidence, Evidence, Finding, Severity
from cgr_audit.source.positions import Positions, Span

if TYPE_CHECKING:
    import libcst
    from astroid import nodes

    from cgr_audit.analysis.answers.answers import Answers
    from cgr_audit.analysis.facts import Facts
    from cgr_audit.analysis.members.members import Members
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.parse import ParseFailure, Trees
    from cgr_audit.source.program import Program
    from cgr_audit.source.text import SourceText
    from cgr_audit.source.unwrap import Unwrapped

__all__ = [
    "BaseRule",
    "Context",
    "DescribedRule",
    "Invalid",
    "Meta",
    "ObservedRule",
    "Rule",
    "TextContext",
    "TextRule",
    "Valid",
]


@dataclass(frozen=True, slots=True)
class Meta:
    """The facts about a rule."""

    code: str
    slug: str
    severity: Severity
    confidence: Confidence
    since: str
    """The version of the package that first had it."""


@dataclass(frozen=True, slots=True)
class Valid:
    """A program in which the rule finds nothing."""

    source: str | bytes
    contract: str = "cgr"


@dataclass(frozen=True, slots=True)
class Invalid:
    """A program in which the rule finds exactly this."""

    source: str | bytes
    at: tuple[str, ...]
    """The primary span of each finding in order, as ``line:column-end_line:end_column``."""
    contract: str = "cgr"


@dataclass(frozen=True)
class TextContext:
    """A program as text: all that is there where it does not parse."""

    program: Program
    source: SourceText
    """The original text, decoded."""
    unwrapped: Unwrapped
    """What program or programs the text holds, if it is not simply one."""
    parsed: Trees | ParseFailure
    """The trees of the analysed text, or why there are none."""
    positions: Positions
    contract: Contract

    def finding(
        self,
        rule: BaseRule,
        where: ast.AST | Span,
        message: str,
        evidence: Iterable[tuple[ast.AST | Span, str]] = (),
        *,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
    ) -> Finding:
        """Make a finding of ``rule`` at a node or span, with related places as evidence."""
        return Finding(
            code=rule.meta.code,
            slug=rule.meta.slug,
            severity=severity or rule.meta.severity,
            confidence=confidence or rule.meta.confidence,
            span=self.span(where),
            message=message,
            evidence=tuple(Evidence(self.span(place), said) for place, said in evidence),
        )

    def span(self, where: ast.AST | Span) -> Span:
        """The span of a node in the original text."""
        return where if isinstance(where, Span) else self.positions.of(where)


@dataclass(frozen=True)
class Context(TextContext):
    """A program that parses, with everything the analyses can say about it."""

    facts: Facts
    """Index, scopes, entry, call graph, provenance, call bound: each computed when first asked for."""

    @cached_property
    def answers(self) -> Answers:
        """Answers that are not the solver's, and prompts that give one away."""
        from cgr_audit.analysis.answers.answers import Answers  # noqa: PLC0415  costs start-up time

        return Answers(self.facts)

    @cached_property
    def members(self) -> Members:
        """The members that the program has, and what its expressions are."""
        from cgr_audit.analysis.members.members import Members  # noqa: PLC0415  costs start-up time

        return Members(self.facts, lambda: self.astroid)

    @property
    def tree(self) -> ast.Module:
        """The tree that the analyses walk."""
        return self.facts.tree

    @property
    def module(self) -> libcst.Module | None:
        """The tree with every blank and comment; nothing for one of the few programs that libcst does not read."""
        return self.parsed.module  # type: ignore[union-attr]

    @cached_property
    def astroid(self) -> nodes.Module | None:
        """Astroid's tree, whose nodes infer what they stand for; nothing if astroid cannot read the program.

        Built when first asked for. Positions are those of the analysed text: lines from 1, columns in UTF-8 bytes.
        """
        import astroid  # noqa: PLC0415  costs start-up time, and built-in rules seldom ask

        try:
            return astroid.parse(self.parsed.text)  # type: ignore[union-attr]
        except (astroid.AstroidError, RecursionError):
            return None


class BaseRule(ABC):
    """What every rule has."""

    meta: ClassVar[Meta]
    VALID: ClassVar[tuple[Valid, ...]] = ()
    INVALID: ClassVar[tuple[Invalid, ...]] = ()

    def found_in(self, context: TextContext) -> Iterable[Finding]:  # noqa: ARG002
        """What the rule finds in a program before it runs; nothing if it is about something else."""
        return ()


class Rule(BaseRule):
    """A rule about a program that parses."""

    def found_in(self, context: TextContext) -> Iterable[Finding]:
        """What the rule finds; nothing in a text that does not parse."""
        return self.check(context) if isinstance(context, Context) else ()

    @abstractmethod
    def check(self, context: Context) -> Iterator[Finding]:
        """Yield every finding, in any order; the engine sorts."""


class TextRule(BaseRule):
    """A rule about the text itself, which need not parse."""

    def found_in(self, context: TextContext) -> Iterable[Finding]:
        """What the rule finds."""
        return self.check(context)

    @abstractmethod
    def check(self, context: TextContext) -> Iterator[Finding]:
        """Yield every finding, in any order; the engine sorts."""


class ObservedRule(BaseRule):
    """A rule about what was observed while a program ran: it has no ``check``, and its findings may have no span."""


class DescribedRule(BaseRule):
    """What a rule says of itself, where the rule was not loaded. It cannot be run."""

    def __init__(self, meta: Meta, docstring: str | None) -> None:
        self.meta = meta  # type: ignore[misc]  # other rules have one for the class
        self.__doc__ = docstring

    def found_in(self, context: TextContext) -> Iterable[Finding]:  # noqa: ARG002
        """Say so if it is run nevertheless."""
        raise AssertionError("a rule that was not loaded finds nothing")
