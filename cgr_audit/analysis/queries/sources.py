"""From abstract values to sources: where the value of a channel comes from, path by path."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from cgr_audit.analysis.index import position_of
from cgr_audit.analysis.interpreter.values import (
    CLOCK,
    ITEM,
    RANDOM,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    ControlDependence,
    Kind,
    Opaque,
)
from cgr_audit.analysis.queries.markers import Markers, is_absence
from cgr_audit.analysis.queries.option_places import is_option_place

__all__ = ["Flow", "Path", "Source", "Tests", "classify", "in_order"]


class Source(StrEnum):
    """Where a returned value comes from, in the order in which sources are listed."""

    SOLVER = "solver"
    """Data flows from a response."""
    SELECTED = "selected"
    """A constant chosen by the content of a response."""
    FALLBACK = "fallback"
    """A constant reached only when calling or extracting failed, or time or attempts ran out."""
    LITERAL = "literal"
    """A constant otherwise."""
    GENERATOR = "generator"
    """The generator channel's value."""
    ITEM = "item"
    """Computed from the item alone."""
    UNKNOWN = "unknown"
    """Cannot be followed."""


@dataclass(frozen=True, slots=True)
class Path:
    """One alternative that one return can give to a channel."""

    returned: ast.AST
    """The ``return`` statement; for scripts what binds the answer variable last."""
    position: ast.AST
    """The returned expression in the channel's position, where one stands there; else ``returned``."""
    alternative: AbstractValue
    """What is returned, with every test that chose it."""
    own: ControlDependence
    """The tests that chose it before it came to be returned."""
    answers: bool = True
    """Whether anything is answered, be it a constant: a return of nothing at all has no source."""


@dataclass(frozen=True, slots=True)
class Flow:
    """One alternative of a channel with its source."""

    source: Source
    returned: ast.AST
    position: ast.AST
    alternative: AbstractValue

    @property
    def constant(self) -> object:
        """The constant that is returned; ``None`` also where it is not known."""
        payload = self.alternative.payload
        return payload.constant if isinstance(payload, Constant) else None

    @property
    def is_known(self) -> bool:
        """Whether the value is a known constant."""
        return isinstance(self.alternative.payload, Constant)

    @property
    def origin(self) -> ast.AST:
        """The literal expression that is returned, wherever it stands; else the returned expression."""
        origins = self.alternative.origins
        return next(iter(origins)) if len(origins) == 1 else self.position

    @property
    def chain(self) -> tuple[tuple[ast.AST, str], ...]:
        """How the value came here, earliest first, then the tests that decided it."""
        steps = [(step.node, step.message) for step in self.alternative.trail or ()][::-1]
        tests = [(node, _MEANING[kind]) for node, (_, kind) in self.alternative.controls.items() if kind in _MEANING]
        shown = [(node, message) for node, message in (*steps, *tests) if hasattr(node, "lineno")]
        return tuple(dict.fromkeys(shown))


_MEANING = {
    Kind.FAILURE: "when this fails, runs out, or finds nothing",
    Kind.CONTENT: "chosen by what the response says",
    Kind.ITEM: "chosen by the item",
    Kind.UNKNOWN: "chosen by something that cannot be followed",
}
_LASTING = (
    ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tests:
    """Tests that matter although their other outcome may return nothing."""

    kept: frozenset[ast.AST]
    """They decide whether something is raised that a handler catches."""
    repeated: frozenset[ast.AST]
    """They are made again in every iteration of a loop, so that they choose among its elements."""
    asked: frozenset[ast.AST]
    """The expressions whose values the solver was asked about: one that is left was chosen by what it said."""
    clocks: frozenset[ast.AST]
    """Tests of how much time has passed."""
    ties: frozenset[ast.AST]
    """They ask whether responses are the same, which chooses nothing of the item."""
    markers: Markers
    """The markers of the program."""
    records: frozenset[str]
    """The parameters that hold the whole item, or its question."""
    guards: bool
    """Whether a solver is queried, so that having no answer because of the item is having failed."""


def classify(
    paths: Sequence[Path], generator: Sequence[AbstractValue], tests: Tests, failure_value: str | None
) -> list[Flow]:
    """The source of every path of a channel.

    Args:
        paths: all alternatives of all returns.
        generator: what the generator channel's value may be, under its own tests alone.
        tests: what else is known of tests, apart from their outcomes.
        failure_value: what stands for an answer that could not be extracted.
    """
    if _are_one_constant([path.alternative for path in paths]):
        shared = _definitions(generator)
        return [
            _flow(path, Source.GENERATOR if _is_shared(path.alternative, shared) else Source.LITERAL)
            for path in paths
            if path.answers
        ]
    outcomes = _Outcomes(paths, tests, failure_value)
    shared = _definitions(generator)
    return [_flow(path, _source(path, outcomes, shared)) for path in paths if path.answers]


def in_order(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Each source once, in the order of :class:`Source`."""
    present = set(sources)
    return tuple(source for source in Source if source in present)


def _flow(path: Path, source: Source) -> Flow:
    return Flow(source, path.returned, path.position, path.alternative)


def _are_one_constant(alternatives: Sequence[AbstractValue]) -> bool:
    """Whether every path gives the same constant, so that no test chooses anything."""
    payloads = {item.payload for item in alternatives}
    dependent = any(item.taint for item in alternatives)
    return len(payloads) == 1 and not dependent and isinstance(next(iter(payloads)), Constant)


def _definitions(generator: Sequence[AbstractValue]) -> list[frozenset[ast.AST]]:
    """The literals that each value of the generator channel flows from, where nothing else chose or made it."""
    return [
        item.origins
        for item in generator
        if item.origins
        and not item.taint & (SOLVER | ITEM)
        and not any(kind.of_solver for _, kind in item.controls.values())
    ]


def _is_shared(item: AbstractValue, shared: list[frozenset[ast.AST]]) -> bool:
    return not item.taint & SOLVER and any(origins <= item.origins for origins in shared)


def _source(path: Path, outcomes: _Outcomes, shared: list[frozenset[ast.AST]]) -> Source:
    item = path.alternative
    if item.taint & SOLVER:
        return Source.SOLVER
    if _is_shared(item, shared):
        return Source.GENERATOR
    if not isinstance(item.payload, Constant | Opaque) and not item.taint:
        return Source.UNKNOWN
    strongest, positive, negative = outcomes.weigh(item)
    if item.taint & UNKNOWN:
        return Source.UNKNOWN
    if strongest is Kind.ITEM and outcomes.guards and outcomes.is_no_answer(item):
        return Source.FALLBACK
    if item.taint & ITEM or _is_picked_by(item, Kind.ITEM):
        is_chosen = strongest is Kind.CONTENT or (strongest is Kind.FAILURE and positive)
        is_guess = is_option_place(item, outcomes.records) and not outcomes.is_filtered(item)
        if strongest is Kind.FAILURE and not positive and is_guess:
            return Source.FALLBACK
        is_chosen = is_chosen and not ((outcomes.is_left(item) and not _is_best(path)) or outcomes.is_tied(item))
        return Source.SELECTED if is_chosen or _is_ranked_first(path) else Source.ITEM
    if strongest is Kind.FAILURE and not outcomes.is_chosen_after_failure(item):
        return Source.FALLBACK
    if negative and not positive and outcomes.is_default(item, negative):
        return Source.LITERAL if outcomes.is_left_unasked(item) else Source.FALLBACK
    if item.taint & (RANDOM | CLOCK):
        return Source.UNKNOWN
    if strongest is Kind.SUCCESS and isinstance(item.payload, Constant) and not outcomes.is_no_answer(item):
        return Source.LITERAL
    if strongest.of_solver:
        return Source.FALLBACK if outcomes.is_no_answer(item) else Source.SELECTED
    if strongest is Kind.UNKNOWN:
        return Source.UNKNOWN
    return Source.ITEM if strongest is Kind.ITEM else Source.LITERAL


def _is_picked_by(item: AbstractValue, kind: Kind) -> bool:
    """Whether it is one of several values, and the item says which, or a response."""
    return any(item.controls.get(node, (0, Kind.NONE)) == (1, kind) for node in item.origins)


def _is_best(path: Path) -> bool:
    """Whether what responses say chose it among others, before a test of them decided whether it is returned."""
    return any(side > 0 and kind is Kind.CONTENT for side, kind in path.own.values())


def _is_ranked_first(path: Path) -> bool:
    """Whether a response picked it, and nothing had failed that gave what was picked from."""
    if not _is_picked_by(path.alternative, Kind.CONTENT):
        return False
    place = max(map(position_of, path.alternative.origins))
    return not any(kind is Kind.FAILURE and position_of(node) < place for node, (_, kind) in path.own.items())


class _Outcomes:
    """For every test, what the paths of each outcome give."""

    def __init__(self, paths: Sequence[Path], tests: Tests, failure_value: str | None) -> None:
        self._kept, self._repeated, self._asked, self.guards = tests.kept, tests.repeated, tests.asked, tests.guards
        self._clocks = tests.clocks
        self._ties, self._markers = tests.ties, tests.markers
        self._failure_value, self.records = failure_value, tests.records
        self._sides: dict[ast.AST, dict[int, list[AbstractValue]]] = {}
        self._paths = len(paths)
        for path in paths:
            for node, (outcome, _) in path.alternative.controls.items():
                self._sides.setdefault(node, {}).setdefault(outcome, []).append(path.alternative)

    def weigh(self, item: AbstractValue) -> tuple[Kind, int, int]:
        """The strongest test that chose a constant, and how many tests of content hold and do not hold for it.

        A failure that every path went through distinguishes none, and a test of the time does not depend on what was
        chosen before or after it: either counts only where no response chose.
        """
        strongest, shared, positive, negative = Kind.NONE, Kind.NONE, 0, 0
        is_asked = bool(item.origins) and item.origins <= self._asked
        for node, (outcome, kind) in item.controls.items():
            if kind is Kind.NONE or not self._matters(node, outcome, kind):
                continue
            if is_asked and kind is Kind.FAILURE and isinstance(node, ast.For | ast.AsyncFor | ast.While):
                continue
            is_shared = len(self._sides[node].get(outcome, ())) == self._paths
            if kind is Kind.FAILURE and (is_shared or node in self._clocks):
                shared = kind
                continue
            strongest = max(strongest, kind)
            if kind is Kind.CONTENT and not is_shared:
                positive += outcome != 0 and not is_absence(node, outcome)
                negative += is_absence(node, outcome)
        return strongest if strongest.of_solver else max(strongest, shared), positive, negative

    def is_chosen_after_failure(self, item: AbstractValue) -> bool:
        """Whether a response chose it among what may be left where the same failed.

        What is taken where an answer is taken otherwise stands in for that answer, even if it is one of several.
        """
        failures = {node: outcome for node, (outcome, kind) in item.controls.items() if kind is Kind.FAILURE}
        first = next(iter(failures))
        left = [
            other
            for other in chain(self._sides[first][failures[first]], self._sides[first].get(0, ()))
            if all(other.controls.get(node, (None,))[0] in (outcome, 0) for node, outcome in failures.items())
        ]
        for node, (outcome, kind) in item.controls.items():
            if kind is Kind.CONTENT and outcome and not is_absence(node, outcome):
                alike = [other for other in left if other.controls.get(node, (None,))[0] == outcome]
                picked = {other.key for other in alike if other.origins == item.origins}
                stands_in = any(other.taint & SOLVER for other in self._sides[node][outcome])
                is_picked = node in self._repeated or (node in item.origins and not stands_in)
                if len(alike) < len(left) or (is_picked and len(picked) > 1):
                    return True
        return False

    def is_default(self, item: AbstractValue, negative: int) -> bool:
        """Whether a constant is what is left when no test held: after several, or where the other way extracts."""
        return negative > 1 or self.is_left(item)

    def is_left(self, item: AbstractValue) -> bool:
        """Whether a test stands between it and what a response says, and did not hold."""
        return any(True for _ in self._leaving(item))

    def is_left_unasked(self, item: AbstractValue) -> bool:
        """Whether every such test looks for words that no prompt asks for, so that none means a failure."""
        return all(map(self._markers.is_unasked, self._leaving(item))) and self.is_left(item)

    def _leaving(self, item: AbstractValue) -> Iterator[ast.AST]:
        for node, (outcome, kind) in item.controls.items():
            if kind is Kind.CONTENT and is_absence(node, outcome):
                others = self._sides[node].get(-outcome, [])
                if any(other.taint & SOLVER for other in others):
                    yield node

    def is_filtered(self, item: AbstractValue) -> bool:
        """Whether a repeated test, such as one of every option, selected it."""
        return any(kind is Kind.ITEM and node in self._repeated for node, (_, kind) in item.controls.items())

    def is_tied(self, item: AbstractValue) -> bool:
        """Whether it takes the place of an answer because responses, or what they count, are the same."""
        deciding = {
            node
            for node, (outcome, kind) in item.controls.items()
            if kind is Kind.CONTENT and outcome and len(self._sides[node].get(outcome, ())) < self._paths
        }
        return bool(deciding) and deciding <= self._ties

    def _matters(self, node: ast.AST, outcome: int, kind: Kind) -> bool:
        """Whether the other outcome gives this channel something else."""
        if (
            isinstance(node, _LASTING)
            or node in self._kept
            or isinstance(node, ast.Subscript | ast.Call | ast.comprehension)
        ):
            return True
        sides = self._sides[node]
        if node in self._repeated and len({item.key for item in sides[outcome]}) > 1:
            return True
        if node in self._repeated and any(item.taint & ITEM for item in sides[outcome]):
            return True
        any_counts = kind not in (Kind.ITEM, Kind.UNKNOWN)
        others = (items for side, items in sides.items() if side != outcome or not side)
        return any(any_counts or not self.is_no_answer(item) for items in others for item in items)

    def is_no_answer(self, item: AbstractValue) -> bool:
        """Whether a constant stands for having no answer."""
        payload = item.payload
        return isinstance(payload, Constant) and payload.constant in (None, "", self._failure_value)
