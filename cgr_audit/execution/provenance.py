"""Where an executed answer comes from: static provenance, narrowed down to what the run can have done.

The audit says, for every return of a program, what may stand in the solver channel and which literals it may come from.
A run knows which lines ran, which way each test went, and what came back. What a return gives that did not run, a
literal that was never evaluated, and a constant other than the answer cannot have been it. Where more than one source
is left, the program is followed once more, along those paths alone that a run with these lines and branches can have
taken. The classes are always those of the whole program. If one source is left, it is decided.
"""

from __future__ import annotations

import ast
from collections import OrderedDict
from dataclasses import dataclass

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.analysis.queries.provenance import find_provenance
from cgr_audit.analysis.queries.sources import Flow, Source
from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.execution.executed_paths import ExecutedPaths
from cgr_audit.execution.path_result import PathResult
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramRecord
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, Trees, parse
from cgr_audit.source.text import decode

__all__ = ["UNDETERMINED", "AnswerFlow", "ExecutedProvenance", "Reading", "executed_source", "read_program"]

UNDETERMINED = "undetermined"
MOST_KEPT = 1 << 19
"""Bytes of the programs that are kept at once: what is kept of one takes some hundred times as much as its text."""
_ANSWER_WEIGHT = 4
"""One answer of a program that is not kept itself, in bytes of one that is."""


@dataclass(frozen=True, slots=True)
class AnswerFlow:
    """One thing that the solver channel may be, and the lines that must have run for it."""

    source: str
    constant: str | None
    """The text that it is, where that is a known constant."""
    needed: tuple[range, ...]
    """Of each of these at least one line has run: the return, and the statements of the literals it comes from."""

    def is_possible(self, lines: frozenset[int], answer: str) -> bool:
        """Whether a run that executed these lines and gave this answer can have taken it from here."""
        if self.constant is not None and self.constant != answer:
            return False
        return all(any(line in lines for line in needed) for needed in self.needed)


@dataclass(frozen=True, slots=True)
class Reading:
    """A program as far as an executed answer needs it."""

    answers: tuple[AnswerFlow, ...]
    """What the solver channel may be."""
    paths: ExecutedPaths | None
    """The program, to be followed once more; nothing if only one source is possible."""


class ExecutedProvenance:
    """Decides rows of a package; a program is not read again while few others come between its rows."""

    def __init__(self, package: TracePackage, contract: Contract, accepts: Accepts | None = None) -> None:
        self._package = package
        self._contract = contract
        self._accepts = accepts
        self._readings: OrderedDict[str, tuple[Reading | None, int]] = OrderedDict()
        """The latest used last, each with what it weighs."""
        self._weight = 0

    def __call__(self, program: ProgramRecord, result: PathResult) -> str:
        """The source of a completed run's answer, or ``undetermined``."""
        if result.answer is None:
            return UNDETERMINED
        return executed_source(self._reading(program), result)

    @property
    def kept(self) -> tuple[str, ...]:
        """The programs that are kept, by digest, the one that goes first at the front."""
        return tuple(self._readings)

    def _reading(self, program: ProgramRecord) -> Reading | None:
        if program.sha256 in self._readings:
            self._readings.move_to_end(program.sha256)
            return self._readings[program.sha256][0]
        data = self._package.program_bytes(program)
        reading = read_program(data, self._contract, self._accepts)
        answers = 0 if reading is None else len(reading.answers)
        weight = len(data) if reading is not None and reading.paths is not None else _ANSWER_WEIGHT * (1 + answers)
        self._readings[program.sha256] = reading, weight
        self._weight += weight
        while self._weight > MOST_KEPT and len(self._readings) > 1:
            _, (_, gone) = self._readings.popitem(last=False)
            self._weight -= gone
        return reading


def executed_source(reading: Reading | None, result: PathResult) -> str:
    """The one source that is left when everything a run cannot have done is taken away; else ``undetermined``.

    Args:
        reading: the program that was run.
        result: the run.
    """
    if reading is None or result.answer is None:
        return UNDETERMINED
    ran = frozenset(result.lines)
    possible = [place for place, answer in enumerate(reading.answers) if answer.is_possible(ran, result.answer)]
    if reading.paths is not None and len({reading.answers[place].source for place in possible}) > 1:
        left = reading.paths.left(result)
        possible = [place for place in possible if place in left]
    sources = {reading.answers[place].source for place in possible}
    if len(sources) != 1 or Source.UNKNOWN in sources:
        return UNDETERMINED
    return sources.pop()


def read_program(data: bytes, contract: Contract, accepts: Accepts | None = None) -> Reading | None:
    """Read a program; nothing if it cannot be read, is too large, or nothing is known of its answer."""
    return on_a_deep_stack(lambda: _read_program(data, contract, accepts))


def _read_program(data: bytes, contract: Contract, accepts: Accepts | None) -> Reading | None:
    source = decode(data)
    trees = parse(source.text, accepts) if source.problem is None else None
    if not isinstance(trees, Trees):
        return None
    facts = Facts(trees.tree, contract)
    try:
        provenance = find_provenance(facts.index, facts.scopes, contract, facts.entry, is_weighed=True)
    except (RecursionError, TooLargeError):  # the audit had more room; what it could follow is undetermined here
        return None
    if provenance.solver is None:
        return None
    flows = provenance.solver.flows
    answers = tuple(_answer_flow(flow, facts.index) for flow in flows)
    has_several = len({answer.source for answer in answers}) > 1
    return Reading(answers, ExecutedPaths(facts, flows) if has_several else None)


def _answer_flow(flow: Flow, index: Index) -> AnswerFlow:
    needed = [_lines_of(origin, index) for origin in flow.alternative.origins]
    if isinstance(flow.returned, ast.Return):
        needed.append(_lines_of(flow.returned, index))
    constant = flow.constant
    return AnswerFlow(flow.source.value, constant if isinstance(constant, str) else None, tuple(needed))


def _lines_of(node: ast.AST, index: Index) -> range:
    """The lines of which one has run if a node was evaluated: those of its statement, or of a compound one's head."""
    statement = next((one for one in (node, *index.ancestors(node)) if isinstance(one, ast.stmt)), None)
    if statement is None or statement.end_lineno is None:
        return range(1, 1)
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    last = statement.end_lineno
    if body and getattr(node, "lineno", 0) < _first_line(body[0]):
        last = _first_line(body[0]) - 1
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _first_line(node: ast.AST) -> int:
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    return getattr(node, "lineno", 0)
