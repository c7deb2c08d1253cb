"""Where an executed answer comes from: static provenance, narrowed down to what the run can have done.

The audit says, for every return of a program, what may stand in the solver channel and which literals it may come from.
A run knows which lines ran and what came back. What a return gives that did not run, a literal that was never
evaluated, and a constant other than the answer cannot have been it. Where more than one source is left, the program is
followed once more, along those paths alone that a run with these lines can have taken. The classes are always those of
the whole program. If one source is left, it is decided.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.provenance import Executed, Flow, Source, find_provenance
from cgr_audit.analysis.provenance.symbols import made_of
from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import extract_answer
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramRecord
from cgr_audit.source.contract import ArgumentStyle, Contract
from cgr_audit.source.parse import Accepts, Trees, parse
from cgr_audit.source.text import decode

__all__ = ["UNDETERMINED", "AnswerFlow", "ExecutedProvenance", "Reading", "executed_source", "read_program"]

UNDETERMINED = "undetermined"


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

    facts: Facts
    flows: tuple[tuple[Flow, AnswerFlow], ...]
    """What the solver channel may be."""


class ExecutedProvenance:
    """Decides rows of a package; each program is read once, whatever the number of its rows."""

    def __init__(self, package: TracePackage, contract: Contract, accepts: Accepts | None = None) -> None:
        self._package = package
        self._contract = contract
        self._accepts = accepts
        self._readings: dict[str, Reading | None] = {}

    def __call__(self, program: ProgramRecord, result: PathResult) -> str:
        """The source of a completed run's answer, or ``undetermined``."""
        if result.answer is None:
            return UNDETERMINED
        if program.sha256 not in self._readings:
            data = self._package.program_bytes(program)
            self._readings[program.sha256] = read_program(data, self._contract, self._accepts)
        return executed_source(self._readings[program.sha256], result)


def executed_source(reading: Reading | None, result: PathResult) -> str:
    """The one source that is left when everything a run cannot have done is taken away; else ``undetermined``."""
    if reading is None or result.answer is None:
        return UNDETERMINED
    ran = frozenset(result.lines)
    possible = [(flow, answer) for flow, answer in reading.flows if answer.is_possible(ran, result.answer)]
    if len({answer.source for _, answer in possible}) > 1:
        followed = on_a_deep_stack(lambda: _followed(reading, result))
        possible = [(flow, answer) for flow, answer in possible if _identity(flow) in followed]
    sources = {answer.source for _, answer in possible}
    if len(sources) != 1 or Source.UNKNOWN in sources:
        return UNDETERMINED
    return sources.pop()


def read_program(data: bytes, contract: Contract, accepts: Accepts | None = None) -> Reading | None:
    """Read a program; nothing where it cannot be read, or nothing is known of its answer."""
    return on_a_deep_stack(lambda: _read_program(data, contract, accepts))


def _read_program(data: bytes, contract: Contract, accepts: Accepts | None) -> Reading | None:
    source = decode(data)
    trees = parse(source.text, accepts) if source.problem is None else None
    if not isinstance(trees, Trees):
        return None
    facts = Facts(trees.tree, contract)
    try:
        channel = facts.provenance.solver
    except RecursionError:  # the audit had more room; what it could follow is undetermined here
        return None
    if channel is None:
        return None
    return Reading(facts, tuple((flow, _answer_flow(flow, facts.index)) for flow in channel.flows))


def _followed(reading: Reading, result: PathResult) -> frozenset[object]:
    """What the solver channel may be on the paths that a run can have taken; everything where none is left."""
    facts, entry = reading.facts, reading.facts.entry
    everything = frozenset(_identity(flow) for flow, _ in reading.flows)
    is_plain = entry is None or not (entry.is_wrapped or entry.replaced_by is not None)
    is_called_once = is_plain and facts.contract.entry.arguments is not ArgumentStyle.EXPRESSION
    node = entry.node if entry is not None else None
    letters = _letters(result, facts.contract)
    executed = Executed(facts.index, node, frozenset(result.lines), letters, is_called_once=is_called_once)
    try:
        provenance = find_provenance(facts.index, facts.scopes, facts.contract, entry, executed=executed)
    except RecursionError:
        return everything
    flows = provenance.solver.flows if provenance.solver is not None else ()
    if not flows or not everything.issuperset(map(_identity, flows)):
        return everything
    made = [made_of(flow.alternative.symbol, letters, provenance.altered) if letters else None for flow in flows]
    left = [flow for flow, values in zip(flows, made, strict=True) if values is None or result.answer in values]
    return frozenset(map(_identity, left)) or everything


def _letters(result: PathResult, contract: Contract) -> frozenset[str]:
    """What the extraction helper gives for the responses of the attempt that gave the answer."""
    failure = contract.extraction.failure_value
    responses = [call.response for call in result.calls if call.attempt == result.attempts]
    if not contract.extraction.functions or failure is None:
        return frozenset()
    return frozenset(extract_answer(response, failure) for response in responses if response is not None)


def _identity(flow: Flow) -> object:
    """What tells one thing that a return may give from another."""
    return flow.returned, flow.alternative.key


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
