"""What an audit finds does not depend on the seed of the hashes of strings."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
def solve(item, question, options, exp_config):
    for key, value in item.items():
        if key.startswith("correct"):
            return value, "A", 3
    both = list(map(item.get, ("label", "gold", "answer")))
    return both[0], "A", 3
"""

AUDIT = """
import sys
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program
audit = audit_program(Program("p", "p.py", sys.argv[1].encode()), load_contract("cgr"), load_registry().rules)
for finding in audit.findings:
    print(finding)
"""


def found_with(seed: int) -> str:
    """The findings of the program as a process with this seed prints them."""
    surroundings = {**os.environ, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", AUDIT, PROGRAM]
    return subprocess.run(command, env=surroundings, check=True, capture_output=True, text=True).stdout


def test_messages_name_the_same_fields_under_every_seed() -> None:
    first, *others = (found_with(seed) for seed in range(4))
    assert "CGR208" in first
    assert all(other == first for other in others)
