"""Prints what the audit finds in the agent scaffolds of ADAS: solver calls, call bounds, provenance, findings.

Usage: ``python benchmarks/adas.py [DATA_FOLDER]``; by default the folder that ``CGR_AUDIT_DATA`` names.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program


def main() -> None:
    """Print one block for the programs that a model wrote, and one for those that people wrote."""
    default = os.environ.get("CGR_AUDIT_DATA", str(Path(__file__).resolve().parent.parent.parent / "shared" / "data"))
    path = Path(sys.argv[1] if len(sys.argv) > 1 else default) / "adas" / "programs.jsonl"
    if not path.is_file():
        sys.exit(f"no {path}; name the data folder, or set CGR_AUDIT_DATA")
    programs = [found for found in collect([str(path)]) if isinstance(found, Program)]
    codes = tuple(rule.meta.code for rule in load_registry().rules)
    workers = ProcessWorkers(Assignment(load_contract("adas"), codes), jobs=2)
    audits = dict(zip((program.program_id for program in programs), workers.map(programs), strict=True))
    for title, is_seed in (("written by a model", False), ("written by people", True)):
        chosen = [audits[program.program_id] for program in programs if program.fields["seed"] is is_seed]
        print(f"{len(chosen)} programs {title}")
        _describe(chosen)


def _describe(audits: list[ProgramAudit]) -> None:
    analysed = [audit for audit in audits if audit.status is AuditStatus.ANALYSED]
    with_sites = [audit for audit in analysed if audit.solver_call_sites]
    print(f"  {len(analysed)} analysed; a solver call found in {len(with_sites)}")
    print(f"  call bound: {_counted(str(audit.call_bound.kind) for audit in analysed if audit.call_bound)}")
    print(f"  answer from: {_counted(' and '.join(audit.answer_provenance) for audit in analysed)}")
    print(f"  findings: {_counted(found.code for audit in audits for found in audit.findings)}")


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{count} {value}" for value, count in sorted(Counter(values).items(), key=lambda pair: -pair[1]))


if __name__ == "__main__":
    main()
