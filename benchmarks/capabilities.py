"""Audit programs that reach ``os``, files or code through allowed modules, and check that they do.

    python -m benchmarks.capabilities [--list]

Every program must be refused; the exit code is 1 if one is not. Each is run once, in its own process, to count those
that reach their target on this interpreter (some need a member that only some versions have). ``--list`` names those
that do not. They read ``/etc/passwd`` and write two empty files into ``/tmp``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.gate.policy import Decision, load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program
from corpus.capabilities.suite import capability_programs

_RUN = """
import sys, types
from corpus.capabilities.suite import has_reached
program = sys.modules["program"] = types.ModuleType("program")
exec(sys.stdin.read(), program.__dict__)
sys.exit(0 if has_reached(program.reach("text")) else 1)
"""


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="name the programs that reach nothing here")
    options = parser.parse_args()
    programs = capability_programs()
    verdicts = {title: verdict(text) for title, text in programs.items()}
    print("verdicts:", ", ".join(f"{count} {status}" for status, count in Counter(verdicts.values()).items()))
    missed = [title for title, status in verdicts.items() if status is not Decision.REFUSED]
    for title in missed:
        print(f"not refused: {title}")
    idle = [title for title, text in programs.items() if not reaches(text)]
    print(f"reach it on Python {sys.version.partition(' ')[0]}: {len(programs) - len(idle)} of {len(programs)}")
    for title in idle if options.list else ():
        print(f"reaches nothing here: {title}")
    return 1 if missed else 0


def verdict(text: str) -> Decision:
    """What the built-in policy says of a program."""
    contract, registry = load_contract("cgr"), load_registry()
    audit = audit_program(Program("case.py", "case.py", text.encode()), contract, registry.rules)
    gate = Gate(load_policy(None, registry), registry.digest, contract.digest)
    return gate.judge(audit, 4).verdict


def reaches(text: str) -> bool:
    """Whether a program reaches what it must not have."""
    command = [sys.executable, "-c", _RUN]
    done = subprocess.run(command, input=text, text=True, capture_output=True, timeout=60, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
