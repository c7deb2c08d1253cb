"""What a generator's response is: one program, or why it holds none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.errors import IncompleteError
from cgr_audit.records.generations import GenerationStatus
from cgr_audit.records.rows import CallStatus
from cgr_audit.solvers.interface import REFUSAL
from cgr_audit.source.contract import Contract, EntryKind
from cgr_audit.source.taken import taken_bytes
from cgr_audit.source.unwrap import TakenProgram

__all__ = ["Examined", "examined", "program_of", "status_unread"]

_UNREADABLE, _WRAPPED, _SEVERAL = "CGR001", "CGR002", "CGR004"
_ENDED = MappingProxyType(
    {
        CallStatus.FILTERED.value: GenerationStatus.FILTERED,
        CallStatus.TRUNCATED.value: GenerationStatus.TRUNCATED,
    }
)
_REFUSING = re.compile(
    r"\W*(?:(?:i['’]?m|i am)(?: \w+)? (?:sorry|unable|not able)|sorry|i (?:can['’]?t|cannot|can not|won['’]?t|will not)"
    r"|unfortunately,? i|i (?:must|have to) (?:decline|refuse)|as an ai)\b",
    re.IGNORECASE,
)
_FUNCTION = re.compile(r"^[ \t]*(?:async[ \t]+def|def|class)\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Examined:
    """What a response is."""

    status: GenerationStatus
    taken: TakenProgram | None = None
    """The program, where it is not the whole response."""
    sha256: str | None = None
    """Of the program's bytes."""


def status_unread(result: Mapping[str, Any]) -> GenerationStatus | None:
    """What a response is, where that needs no reading of its text; else nothing."""
    response = result["response"]
    if response is None:
        return GenerationStatus.FAILED
    if result["status"] in _ENDED:
        return _ENDED[result["status"]]
    if result["finish_reason"] == REFUSAL:
        return GenerationStatus.REFUSED
    return None if response.strip() else GenerationStatus.EMPTY


def examined(response: str, audit: ProgramAudit, contract: Contract) -> Examined:
    """What a text is, by the audit of the whole of it.

    Args:
        response: the text.
        audit: under the rules of the family *Artifact* at least.
        contract: says what is run. A text without it (a letter, a word) is none of its programs, even if it parses.
    """
    found = {finding.code: finding for finding in audit.findings}
    taken: TakenProgram | None = None
    data = response.encode()
    if any(failure.code in (_UNREADABLE, _WRAPPED, _SEVERAL) for failure in audit.failures):
        return Examined(GenerationStatus.NO_PROGRAM)
    if _WRAPPED in found:
        extent = found[_WRAPPED].evidence[0].span
        try:
            taken, data = taken_bytes(data, extent.line, extent.end_line)
        except IncompleteError:
            return Examined(GenerationStatus.NO_PROGRAM)
    elif _SEVERAL in found:
        return Examined(GenerationStatus.SEVERAL_PROGRAMS)
    text = response if taken is None else taken.text
    if (taken is None and _UNREADABLE in found) or not _has_what_is_run(text, audit, contract):
        refuses = _REFUSING.match(response.lstrip()) is not None
        return Examined(GenerationStatus.REFUSED if refuses else GenerationStatus.NO_PROGRAM)
    return Examined(GenerationStatus.PROGRAM, taken, sha256(data).hexdigest())


def program_of(response: str, taken: TakenProgram | None) -> bytes:
    """The bytes of the program in a response."""
    data = response.encode()
    return data if taken is None else taken_bytes(data, taken.first_line, taken.last_line)[1]


def _has_what_is_run(text: str, audit: ProgramAudit, contract: Contract) -> bool:
    if contract.entry.kind is EntryKind.SCRIPT:
        return re.search(rf"\b{contract.returns.variable}\b", text) is not None
    return audit.entry is not None or _FUNCTION.search(text) is not None
