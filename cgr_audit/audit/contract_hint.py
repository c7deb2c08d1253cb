"""Whether programs were audited under a contract that they were not written for."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.report import Audit

__all__ = ["ContractHint", "contract_hint"]

_SOLVER_LIKE = re.compile(r"(?:^|[^a-z])(?:ask|call|chat|complet|generate|gpt|llm|model|prompt|query|solver)")
"""How functions that query a model are usually called."""
_INDEPENDENT = ("CGR0", "CGR402", "CGR403", "CGR404", "CGR405", "CGR406")
"""Findings that no choice of a contract changes; rules of other people's are taken to be such too."""


@dataclass(frozen=True, slots=True)
class ContractHint:
    """A function that may be the solver, of a contract that nobody has chosen."""

    function: str
    programs: int
    """How many programs call it."""
    of: int
    """How many programs were audited."""
    contract: str

    def sentence(self, paths: Sequence[str]) -> str:
        """What to tell the auditor, with the command to run."""
        command = shlex.join(["cgr-audit", "contracts", "infer", *paths])
        return (
            f"`{self.function}` is called in {self.programs:,} of {self.of:,} programs and is not a helper of contract "
            f"{self.contract!r}. Is it the solver? `{command}`"
        )

    def explains(self, program: ProgramAudit, finding: Finding) -> bool:
        """Whether a finding may be there only because the contract is another one's."""
        is_own = finding.code.startswith("CGR") and not finding.code.startswith(_INDEPENDENT)
        return is_own and any(name.rpartition(".")[2] == self.function for name in program.unknown_calls)


def contract_hint(audit: Audit) -> ContractHint | None:
    """The function that at least half of the programs call, none of which calls the contract's own solver."""
    summary = audit.summary
    analysed = summary.by_status[AuditStatus.ANALYSED]
    candidates = [name for name, count in summary.unknown_calls.items() if 2 * count >= analysed]
    if not candidates:
        return None
    likely = [name for name in candidates if _SOLVER_LIKE.search(name.lower())] or candidates
    function = min(likely, key=lambda name: (-summary.unknown_calls[name], name))
    return ContractHint(function, summary.unknown_calls[function], summary.programs, audit.contract.name)
