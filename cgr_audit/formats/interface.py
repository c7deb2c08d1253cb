"""What an output format is: something that turns an audit into text, piece by piece."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from cgr_audit.audit.contract_hint import ContractHint
from cgr_audit.audit.finding import Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit

__all__ = ["PLAIN", "Format", "View"]


@dataclass(frozen=True, slots=True)
class View:
    """How an audit is shown, as far as that is the reader's choice."""

    colour: bool = False
    """Whether the text goes to a terminal that shows colours; formats for machines ignore it."""
    show_baselined: bool = False
    """Whether formats for people list baselined findings; their number is always given."""
    fail_on: Severity | None = Severity.ERROR
    """From which severity on a finding fails the check; absent where none does."""
    summary: str = ""
    """What stands in place of the audit's own sums, where it is not the audit alone that is shown."""
    hint: ContractHint | None = None
    """Set where the contract does not fit: formats for people leave out the findings that follow from that."""

    def listed(self, program: ProgramAudit) -> tuple[Finding, ...]:
        """The findings of a program that a person is shown one by one."""
        return tuple(
            finding
            for finding in program.findings
            if (self.show_baselined or finding.status is not FindingStatus.BASELINED)
            and (self.hint is None or not self.hint.explains(program, finding))
        )

    def fails(self, finding: Finding) -> bool:
        """Whether a finding fails the check."""
        is_bad = self.fail_on is not None and finding.severity.rank >= self.fail_on.rank
        return is_bad and finding.status is FindingStatus.ACTIVE


PLAIN = View()


class Format(ABC):
    """One output format. The same audit gives the same text, whenever and wherever it is rendered.

    Programs, their ids and their messages may be hostile: no format lets a control character of theirs through, and
    none fails on any text.
    """

    name: ClassVar[str]
    """What ``--format`` takes."""

    @abstractmethod
    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:
        r"""The text of an audit in pieces, with ``\n`` as the end of a line."""
