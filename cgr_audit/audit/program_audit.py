"""What is known of one program after its audit."""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from cgr_audit.audit.excerpt import Excerpt
from cgr_audit.audit.finding import Finding

__all__ = ["AuditStatus", "CallBoundRecord", "EntryRecord", "ProgramAudit", "RuleFailure", "packed", "unpacked"]


class AuditStatus(StrEnum):
    """How far the audit of a program came."""

    ANALYSED = "analysed"
    NOT_ANALYSABLE = "not_analysable"
    """It is not a program, or reading it killed or outlasted a worker: a finding, and refused."""
    FAILED = "failed"
    """The toolkit's own fault: it could not be read, or a rule crashed."""


@dataclass(frozen=True, slots=True)
class CallBoundRecord:
    """The call bound as it is written out."""

    kind: str
    """``finite``, ``options``, ``unbounded`` or ``unknown``."""
    max: int | None
    """Nothing unless finite."""
    expression: str
    """Made of integers, ``options``, ``+ - * /``, ``min`` and ``max``; the kind where there is no bound."""


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """The entry as it is written out."""

    name: str
    line: int
    choice: str
    """``named``, or ``last_uncalled`` where nothing matched the contract's pattern."""


@dataclass(frozen=True, slots=True)
class RuleFailure:
    """A rule that crashed on a program."""

    code: str
    """``engine`` where it was not a rule, but what rules stand on."""
    slug: str
    error: str
    """The exception in one line."""
    trace: str
    """The traceback, for ``--debug``."""


@dataclass(frozen=True, slots=True)
class ProgramAudit:
    """What is known of one program after its audit."""

    program_id: str
    path: str
    sha256: str
    status: AuditStatus
    lines: int
    entry: EntryRecord | None = None
    solver_call_sites: int | None = None
    call_bound: CallBoundRecord | None = None
    answer_provenance: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    failures: tuple[RuleFailure, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    """The lines that the findings point at."""
    unknown_calls: tuple[str, ...] = ()
    """Where the contract's solver is never called: the functions that nobody provides, which may be the solver."""
    container: str | None = None
    """The data file or archive that the program is in; nothing for a file of its own. Set once programs have names."""
    text: str | None = None
    """The program's text, if there are findings and it is in a data file or archive, where few can look it up."""


def packed(record: ProgramAudit) -> bytes:
    """A record as bytes that cross between processes and are kept on disk.

    They are marshalled plain values: no JSON or MessagePack holds the lone surrogates that programs and names may.
    """
    return marshal.dumps(msgspec.to_builtins(record))


def unpacked(data: bytes) -> ProgramAudit:
    """The record that was packed, each of its values of the type that it should have.

    Args:
        data: written by this toolkit, into a place of its own: damaged bytes could end the interpreter.
    """
    return msgspec.convert(marshal.loads(data), ProgramAudit)  # noqa: S302
