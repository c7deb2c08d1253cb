"""What `gate` writes: the verdicts as JSONL, and what standard output gets in the format that was asked for."""

from __future__ import annotations

import json
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.cli.output import is_coloured, write_output

if TYPE_CHECKING:
    from cgr_audit.audit.finding import Severity
    from cgr_audit.audit.report import Audit
    from cgr_audit.gate.policy import Policy
    from cgr_audit.gate.verdict import Verdict

__all__ = ["require_verdict_format", "write_verdicts"]

_JSONL, _NOTHING = "jsonl", ""


def require_verdict_format(name: str, out: Path | None) -> str:
    """What standard output gets: the format of that name, or what is usual where there is none.

    Raises:
        UsageError: there is no such format.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.formats.registry import FORMATS
    from cgr_audit.value_words import meant

    if not name:
        usual = _JSONL if out is None else _NOTHING
        return "terminal" if sys.stdout.isatty() else usual
    known = (_JSONL, *FORMATS)
    if name not in known:
        raise UsageError(f"no format {name!r}; {meant(name, known)}there are {', '.join(known)}")
    return name


def write_verdicts(
    verdicts: Iterable[Verdict],
    audit: Audit,
    policy: Policy,
    out: Path | None,
    shape: str,
    fail_on: Severity | None,
    summary: Callable[[], str],
) -> None:
    """Write the verdicts to a file, if there is one, and to standard output.

    Args:
        verdicts: in the order of ``audit``, read once.
        audit: of the programs.
        policy: that the verdicts follow from.
        out: the file for JSONL.
        shape: what ``require_verdict_format`` gave.
        fail_on: the severity of the mildest verdict that fails the check.
        summary: what the verdicts came to, once they were read.
    """
    from cgr_audit.audit.report import Audit as NewAudit
    from cgr_audit.formats.interface import View
    from cgr_audit.formats.registry import find_format
    from cgr_audit.formats.verdicts import verdict_document
    from cgr_audit.gate.decisive import into_decisive

    if shape in {_JSONL, _NOTHING}:
        write_output(_lines(verdicts), out)
        return
    if shape in {"terminal", "json"}:
        kept = list(verdicts)
        _write_file(kept, out)
        write_output(_listing(kept) if shape == "terminal" else verdict_document(audit, policy, kept), None)
        return
    with NewAudit(audit.contract, audit.rules, audit.rules_digest) as decisive:
        _write_file(into_decisive(decisive, audit, verdicts), out)
        view = View(is_coloured(None), fail_on=fail_on, summary=summary())
        write_output(find_format(shape).render(decisive, view), None)


def _write_file(verdicts: Iterable[Verdict], out: Path | None) -> None:
    """Write the verdicts where there is a file for them; all are read in any case."""
    if out is None:
        deque(verdicts, maxlen=0)
    else:
        write_output(_lines(verdicts), out)


def _lines(verdicts: Iterable[Verdict]) -> Iterator[str]:
    from cgr_audit.gate.verdict import verdict_record

    for verdict in verdicts:
        yield json.dumps(verdict_record(verdict)) + "\n"


def _listing(verdicts: list[Verdict]) -> Iterator[str]:
    """The verdicts in the order of how strict they are, approved programs by their number alone."""
    from cgr_audit.formats.verdicts import verdict_listing
    from cgr_audit.gate.policy import Decision
    from cgr_audit.plural import counted

    numbers = Counter(verdict.verdict for verdict in verdicts)
    listed = ((one.verdict, (one.program_id, one.explanations)) for one in verdicts)
    denied = [(verdict, line) for verdict, line in listed if verdict is not Decision.APPROVED]
    return verdict_listing(
        (
            f"{decision.value}: {counted(numbers[decision], 'program')}",
            (line for one, line in denied if one is decision),
        )
        for decision in Decision
        if numbers[decision]
    )
