"""The audit of one program: decode, parse, run every rule, and say what is known of it.

A rule that crashes is recorded and named, and the others go on; this is one of the two places with a broad ``except``.
A program that nests too deeply for a rule or an analysis, or holds too long a chain of functions, classes or aliases,
is not a fault of theirs: it is not analysable, and what was found is kept. So is one whose calls multiply to more than
can be followed. A recursion without end on a program that neither nests deeply nor is long is a crash like any other.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.limits import MOST_FIELDS, TooLargeError
from cgr_audit.audit.excerpt import excerpts
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.fingerprints import identified
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, EntryRecord, ProgramAudit, RuleFailure
from cgr_audit.audit.rule import BaseRule, Context, TextContext
from cgr_audit.audit.unanalysed import ENGINE, SYNTAX_ERROR, failure_of, line_count, not_analysable
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, ParseFailure, Trees, is_program, parse
from cgr_audit.source.positions import Positions
from cgr_audit.source.program import Program
from cgr_audit.source.text import SourceText, decode
from cgr_audit.source.unwrap import PLAIN, unwrap

__all__ = ["AuditStatus", "CallBoundRecord", "EntryRecord", "ProgramAudit", "RuleFailure", "audit_program"]

DEEP = 300
"""How many nodes in each other are deep; the analyses go some three times as deep."""

LONG = 200
"""How many definitions and bindings make a chain that may be too long to follow link by link."""

_LINKS = (
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Lambda,
    ast.NamedExpr,
)  # fmt: skip

TOO_DEEP = "it nests too deeply to be analysed"
TOO_LARGE = "it is too large to be followed"
TOO_WIDE = "it holds a number of more digits than Python writes"

WIDEST = 14_284
"""The most bits of a whole number that is certain to have no more than the 4,300 digits that CPython reads and writes;
a program can hold a wider one in hexadecimal only, and no analysis or message could name it."""


def audit_program(
    program: Program, contract: Contract, rules: Sequence[BaseRule], accepts: Accepts | None = None
) -> ProgramAudit:
    """Audit one program with ``rules``.

    Args:
        program: the bytes and where they came from.
        contract: what the program must look like and may call.
        rules: the rules to run, in the registry's order.
        accepts: the compiler inside the sandbox, asked where the host's own compiler objects.

    Raises:
        MemoryError: this machine has too little memory for it.
    """
    reported = any(rule.meta.code == SYNTAX_ERROR[0] for rule in rules)
    try:
        context = _read(program, contract, accepts)
    except RecursionError:
        return not_analysable(program, TOO_DEEP, reported=reported)
    except TooLargeError:
        return not_analysable(program, TOO_LARGE, reported=reported)
    try:
        is_too_wide = isinstance(context, Context) and _holds_wide_number(context)
    except TooLargeError:
        return not_analysable(program, TOO_LARGE, reported=reported)
    if is_too_wide:
        return not_analysable(program, TOO_WIDE, reported=reported)
    outcome = _Outcome()
    for rule in rules:
        outcome.run(rule, context)
    known = outcome.known_of(context) if isinstance(context, Context) else None
    limit = outcome.limit or (TOO_LARGE if known is not None and known.exhausted else None)
    if limit is not None:
        outcome.findings.extend(not_analysable(program, limit, reported=reported).findings)
        known = None
    return _record(context, outcome, known or _Known(), analysed=isinstance(context, Context) and limit is None)


def _read(program: Program, contract: Contract, accepts: Accepts | None) -> TextContext:
    source = decode(program.data)
    if source.text.count("{") > MOST_FIELDS:
        raise TooLargeError
    parsed = _parse(source, accepts)
    unwrapped, positions = PLAIN, Positions(source.text, source.text)
    if isinstance(parsed, ParseFailure) and source.problem is None and not parsed.too_much:
        unwrapped = unwrap(source.text, lambda piece: is_program(piece, accepts))
        sole = unwrapped.sole
        if sole is not None:
            parsed = parse(sole.text, accepts)
            positions = Positions(source.text, sole.text, sole.first_line, sole.indent)
    if isinstance(parsed, ParseFailure):
        return TextContext(program, source, unwrapped, parsed, positions, contract)
    return Context(program, source, unwrapped, parsed, positions, contract, Facts(parsed.tree, contract))


def _parse(source: SourceText, accepts: Accepts | None) -> Trees | ParseFailure:
    if source.problem is not None:
        return ParseFailure(source.detail, 1, 1, by_compiler=False)
    return parse(source.text, accepts)


@dataclass(slots=True)
class _Outcome:
    """What came of running rules and analyses on one program."""

    findings: list[Finding] = field(default_factory=list)
    failures: list[RuleFailure] = field(default_factory=list)
    limit: str | None = None
    """Why one of them could not follow the program to its end, where that is so."""

    def run(self, rule: BaseRule, context: TextContext) -> None:
        """Add what a rule finds; nothing of it where it crashes, or the program nests too deeply for it."""
        try:
            found = list(rule.found_in(context))
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001  a crash is a record, never the end of the run
            self._note(error, context, rule.meta.code, rule.meta.slug)
        else:
            self.findings += found

    def known_of(self, context: Context) -> _Known | None:
        """What is known of a program besides findings; nothing if that cannot be found out."""
        try:
            return _known(context)
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001  as above
            self._note(error, context, *ENGINE)
        return None

    def _note(self, error: BaseException, context: TextContext, code: str, slug: str) -> None:
        if isinstance(error, TooLargeError):
            self.limit = self.limit or TOO_LARGE
        elif isinstance(error, RecursionError) and (_nests_deeply(context) or _is_long(context)):
            self.limit = TOO_DEEP
        else:
            self.failures.append(failure_of(code, slug, error))


def _nests_deeply(context: TextContext) -> bool:
    """Whether the nodes of a program stand in each other deeper than any that a person or a model writes."""
    if not isinstance(context, Context):
        return False
    level: list[ast.AST] = [context.tree]
    for _ in range(DEEP):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return bool(level)


def _is_long(context: TextContext) -> bool:
    """Whether a program holds enough that can be linked to each other, one by one, to go deeper than analyses do."""
    if not isinstance(context, Context):
        return False
    return any(True for _ in islice(context.facts.index.of(*_LINKS), LONG, None))


def _holds_wide_number(context: Context) -> bool:
    constants = (node.value for node in context.facts.index.of(ast.Constant))
    return any(isinstance(value, int) and value.bit_length() > WIDEST for value in constants)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a program besides findings."""

    entry: EntryRecord | None = None
    solver_call_sites: int | None = None
    call_bound: CallBoundRecord | None = None
    answer_provenance: tuple[str, ...] = ()
    unknown_calls: tuple[str, ...] = ()
    exhausted: bool = False
    """Whether the program is too large for its values to be followed, so that rules about them had nothing to read."""


def _known(context: Context) -> _Known:
    facts = context.facts
    entry, bound = facts.entry, facts.call_bound
    lacks_solver = context.contract.solver.is_used and not facts.solver_calls.sites
    return _Known(
        None if entry is None else EntryRecord(entry.name, context.span(entry.node).line, entry.choice.value),
        len(facts.solver_calls.sites),
        CallBoundRecord(bound.kind, bound.max, bound.expression or bound.kind),
        facts.provenance.answer,
        facts.unknown_calls if lacks_solver else (),
        facts.provenance.exhausted,
    )


def _record(context: TextContext, outcome: _Outcome, known: _Known, *, analysed: bool) -> ProgramAudit:
    status = AuditStatus.FAILED if outcome.failures else AuditStatus.NOT_ANALYSABLE
    findings = identified(outcome.findings, context.positions, context.program.data)
    return ProgramAudit(
        program_id=context.program.program_id,
        path=context.program.path,
        sha256=context.program.sha256,
        status=AuditStatus.ANALYSED if analysed and not outcome.failures else status,
        lines=line_count(context.source.text),
        entry=known.entry,
        solver_call_sites=known.solver_call_sites,
        call_bound=known.call_bound,
        answer_provenance=known.answer_provenance,
        unknown_calls=known.unknown_calls,
        findings=findings,
        failures=tuple(outcome.failures),
        excerpts=excerpts(findings, context.positions.lines),
    )
