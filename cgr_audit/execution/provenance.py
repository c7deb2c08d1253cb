"""Where an executed answer comes from: static provenance, narrowed down to what the run can have done.

The audit says, for every return of a program, what may stand in the solver channel and which literals it may come from.
A run knows which lines ran and what came back. What a return gives that did not run, a literal that was never
evaluated, and a constant other than the answer cannot have been it. If one source is left, it is decided.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.provenance import Flow, Source
from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.execution.path_result import PathResult
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramRecord
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, Trees, parse
from cgr_audit.source.text import decode

__all__ = ["UNDETERMINED", "AnswerFlow", "ExecutedProvenance", "answer_flows", "executed_source"]

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


class ExecutedProvenance:
    """Decides rows of a package; each program is read once, whatever the number of its rows."""

    def __init__(self, package: TracePackage, contract: Contract, accepts: Accepts | None = None) -> None:
        self._package = package
        self._contract = contract
        self._accepts = accepts
        self._flows: dict[str, tuple[AnswerFlow, ...]] = {}

    def __call__(self, program: ProgramRecord, result: PathResult) -> str:
        """The source of a completed run's answer, or ``undetermined``."""
        if result.answer is None:
            return UNDETERMINED
        if program.sha256 not in self._flows:
            data = self._package.program_bytes(program)
            self._flows[program.sha256] = answer_flows(data, self._contract, self._accepts)
        return executed_source(self._flows[program.sha256], result.lines, result.answer)


def executed_source(flows: Iterable[AnswerFlow], lines: Iterable[int], answer: str) -> str:
    """The one source that is left when everything the run cannot have done is taken away; else ``undetermined``."""
    ran = frozenset(lines)
    possible = {flow.source for flow in flows if flow.is_possible(ran, answer)}
    if len(possible) != 1 or Source.UNKNOWN in possible:
        return UNDETERMINED
    return possible.pop()


def answer_flows(data: bytes, contract: Contract, accepts: Accepts | None = None) -> tuple[AnswerFlow, ...]:
    """What the solver channel of a program may be; nothing where it cannot be read."""
    return on_a_deep_stack(lambda: _answer_flows(data, contract, accepts))


def _answer_flows(data: bytes, contract: Contract, accepts: Accepts | None) -> tuple[AnswerFlow, ...]:
    source = decode(data)
    trees = parse(source.text, accepts) if source.problem is None else None
    if not isinstance(trees, Trees):
        return ()
    facts = Facts(trees.tree, contract)
    try:
        channel = facts.provenance.solver
    except RecursionError:  # the audit had more room; what it could follow is undetermined here
        return ()
    return tuple(_answer_flow(flow, facts.index) for flow in channel.flows) if channel is not None else ()


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
