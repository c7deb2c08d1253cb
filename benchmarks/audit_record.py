"""Writes what the audit says of every program at hand, a line each, for ``python -m benchmarks.audit_differences``.

    python -m benchmarks.audit_record --out FILE [--only NAME ...] [--jobs N] [--data FOLDER] [--random N]
                                      [--also NAME CONTRACT PATH]

Sets: ``labelled`` (each program under the contract of its label), ``demo``, ``simulated`` (where it was written),
``random`` (random scaffolds 0.0 to 0.N), and the programs of the data folder: ``adas``, ``cruxeval``, ``pal_aqua``,
``pot``, ``reflexion``. ``--also`` adds a set from whatever ``cgr-audit audit`` reads, or replaces the one of that name.
A line holds outcome, findings, the verdict of the built-in policy at four options, call bound, provenance, and the
milliseconds and megabytes of the audit. Afterwards the sums of each set are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.audit_differences import percentiles
from benchmarks.detection import DEFAULT_LABELLED as LABELLED
from benchmarks.detection import read_labels
from benchmarks.measured_audit import Measured, measured_audits
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.unanalysed import SYNTAX_ERROR
from cgr_audit.errors import UsageError
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.source.collect import collect
from cgr_audit.source.program import Program
from corpus.random_scaffolds.campaign import numbered_scaffold

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("CGR_AUDIT_DATA", ROOT.parent / "shared" / "data"))
PUBLISHED = {"adas": "adas", "cruxeval": "function", "pal_aqua": "pot", "pot": "pot", "reflexion": "function"}
"""The contract of each folder of the data folder that holds programs."""
OPTION_COUNT = 4

Parts = Sequence[tuple[str, Sequence[Path]]]
"""Contracts, each with the paths of its programs; none for random scaffolds."""


def main() -> int:
    """Write the record and print its sums; 1 if a chosen set is missing or a program cannot be read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="the sets to audit; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--random", type=int, default=1_000, metavar="N", help="how many random scaffolds")
    parser.add_argument("--also", nargs=3, action="append", default=[], metavar=("NAME", "CONTRACT", "PATH"))
    options = parser.parse_args()
    sets = known_sets(options.data) | {name: [(contract, [Path(path)])] for name, contract, path in options.also}
    names = options.only or [*sets]
    if unknown := [name for name in names if name not in sets]:
        parser.error(f"no set {', '.join(unknown)}; the sets are {', '.join(sets)}")
    gate = Gate(load_policy(None, load_registry()), "", "")
    incomplete = False
    try:
        with options.out.open("w", encoding="utf-8") as out:
            for name in names:
                missing = [str(path) for _, paths in sets[name] for path in paths if not path.exists()]
                if missing:
                    print(f"{name}: skipped, {missing[0]} does not exist", flush=True)
                    incomplete |= options.only is not None
                    continue
                rows = []
                for contract, paths in sets[name]:
                    programs = list(programs_of(paths) if paths else random_programs(options.random))
                    for measured in measured_audits(programs, contract, options.jobs):
                        rows.append(record(name, measured, gate))
                        out.write(json.dumps(rows[-1]) + "\n")
                print_sums(name, rows)
    except (OSError, UsageError) as error:
        sys.exit(str(error))
    return 1 if incomplete else 0


def known_sets(data: Path) -> dict[str, Parts]:
    """Where the programs of each set are, and under which contract they are audited."""
    labelled: dict[str, list[Path]] = defaultdict(list)
    for name, label in read_labels(LABELLED).items():
        labelled[label["contract"]].append(LABELLED / "programs" / name)
    sets: dict[str, Parts] = {"labelled": sorted(labelled.items())}
    sets |= {name: [("cgr", [ROOT / "corpus" / name])] for name in ("demo", "simulated")}
    sets |= {"random": [("cgr", [])]}
    return sets | {name: [(contract, [data / name / "programs.jsonl"])] for name, contract in PUBLISHED.items()}


def programs_of(paths: Sequence[Path]) -> Iterator[Program]:
    """The programs under some paths; what cannot be read ends the run."""
    for found in collect(paths, base=paths[0] if paths[0].is_dir() else LABELLED / "programs"):
        if not isinstance(found, Program):
            raise UsageError(f"{found.path}: {found.reason}")
        yield found


def random_programs(count: int) -> Iterator[Program]:
    """Random scaffolds, the same ones as long as their grammar is the same."""
    for name in (f"0.{number}" for number in range(count)):
        yield Program(name, name, numbered_scaffold(name).text.encode())


def record(name: str, measured: Measured, gate: Gate) -> dict[str, Any]:
    """The line of one program."""
    audit = measured.audit
    verdict, bound = gate.judge(audit, OPTION_COUNT), audit.call_bound
    return {
        "set": name,
        "program_id": audit.program_id,
        "sha256": audit.sha256,
        "outcome": outcome(audit),
        "findings": [_finding(finding) for finding in audit.findings],
        "verdict": verdict.verdict.value,
        "reasons": list(verdict.reasons),
        "call_bound": None if bound is None else {"kind": bound.kind, "max": bound.max, "text": bound.expression},
        "solver_call_sites": audit.solver_call_sites,
        "provenance": list(audit.answer_provenance),
        "ms": measured.milliseconds and round(measured.milliseconds, 2),
        "mb": measured.megabytes and round(measured.megabytes, 2),
    }


def outcome(audit: ProgramAudit) -> str:
    """How far the audit came, in words."""
    match audit.status:
        case AuditStatus.ANALYSED:
            return "analysed"
        case AuditStatus.FAILED:
            return "failed: " + ", ".join(f"{failure.code} {failure.error}" for failure in audit.failures)
        case AuditStatus.NOT_ANALYSABLE:
            # The rule for texts that are not programs always says what is to blame; limits have no place in the text.
            refused = any(finding.code == SYNTAX_ERROR[0] and finding.evidence for finding in audit.findings)
            return "syntax error" if refused else "too large"


def print_sums(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Print what the programs of a set came to."""
    kinds = Counter(row["call_bound"]["kind"] if row["call_bound"] else "none" for row in rows)
    print(f"{name}: {len(rows)} programs")
    print(f"  outcome: {_counts(Counter(row['outcome'] for row in rows))}")
    print(f"  verdict: {_counts(Counter(row['verdict'] for row in rows))}")
    print(f"  call bound: {_counts(kinds)}")
    print(f"  milliseconds: {percentiles(row['ms'] for row in rows)}")
    print(f"  megabytes: {percentiles(row['mb'] for row in rows)}", flush=True)


def _finding(finding: Finding) -> dict[str, str | None]:
    span = finding.span
    place = None if span is None else f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
    return {"code": finding.code, "span": place, "severity": finding.severity.value, "message": finding.message}


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {value}" for value, count in sorted(counter.items(), key=lambda one: (-one[1], one[0])))


if __name__ == "__main__":
    sys.exit(main())
