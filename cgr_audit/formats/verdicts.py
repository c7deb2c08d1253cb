"""Verdicts as text: the listing that people read, and the document of ``schemas/gate.json``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.json_document import json_head, json_list, json_remarks
from cgr_audit.gate.policy import Decision, Policy
from cgr_audit.gate.verdict import Verdict, verdict_record

__all__ = ["verdict_document", "verdict_listing"]


def verdict_listing(groups: Iterable[tuple[str, Iterable[tuple[str, Sequence[str]]]]]) -> Iterator[str]:
    """Programs by verdict, a line each, with a line for each reason.

    Args:
        groups: a heading, and the programs below it with their reasons.
    """
    for heading, programs in groups:
        yield f"{heading}\n"
        for program_id, reasons in programs:
            yield f"  {escape_control_characters(program_id)}\n"
            yield from (f"      {escape_control_characters(reason)}\n" for reason in reasons)


def verdict_document(audit: Audit, policy: Policy, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """One JSON document, a verdict to a line.

    Args:
        audit: of the programs.
        policy: that the verdicts follow from.
        verdicts: on the programs.
    """
    numbers = Counter(verdict.verdict for verdict in verdicts)
    yield json.dumps({**json_head(audit), "policy": {"name": policy.name, "digest": policy.digest}})[:-1]
    yield from json_list("verdicts", map(verdict_record, verdicts))
    yield from json_remarks(audit)
    summary = {"programs": numbers.total(), **{decision.value: numbers[decision] for decision in Decision}}
    yield f',\n "summary": {json.dumps({**summary, "unreadable": len(audit.unreadable)})}}}\n'
