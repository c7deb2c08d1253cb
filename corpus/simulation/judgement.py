"""Verdicts and findings of the simulated package: each distinct text is audited once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.report import Audit
from cgr_audit.audit.rule import BaseRule
from cgr_audit.execution.package_verdicts import judge_package
from cgr_audit.execution.session import PackageVerdicts
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.records.package import TracePackage
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts
from cgr_audit.source.program import Program

__all__ = ["judgement_of"]


@dataclass(frozen=True, slots=True)
class _DistinctTexts:
    """Workers that audit a text once, in this process: these programs are known to need little."""

    contract: Contract
    rules: Sequence[BaseRule]
    accepts: Accepts

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        known: dict[str, ProgramAudit] = {}
        for program in programs:
            if program.sha256 not in known:
                known[program.sha256] = audit_program(program, self.contract, self.rules, self.accepts)
            yield replace(known[program.sha256], program_id=program.program_id, path=program.path)


def judgement_of(package: TracePackage, contract: Contract) -> PackageVerdicts:
    """What the gate and the audit say of the package's programs by today's rules.

    Raises:
        RuntimeError: a program was not audited in full.
    """
    registry = load_registry(None)
    policy = load_policy(None, registry)
    gate = Gate(policy, registry.digest, contract.digest)
    workers = _DistinctTexts(contract, registry.rules, GuestCompiler(contract.imports.profile))
    with Audit(contract, registry.rules, registry.digest) as audit:
        judgement = judge_package(package, audit, workers, gate)
        if not audit.is_complete:
            raise RuntimeError("a program was not audited in full")
    return judgement
