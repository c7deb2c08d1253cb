"""Write the table of members from the sandbox's own interpreter: ``python -m cgr_audit.sandbox.member_table``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files

from cgr_audit.analysis.members.table import TABLE
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import load_contract
from cgr_audit.source.profiles import HELD_BESIDE, SCIENCE, STANDARD

__all__ = ["exported_members", "table_text"]

_LIMITS = Limits(fuel=10**12, wall=120.0, memory=1 << 30, result=1 << 23, output=1 << 23)
_NAMES_ONLY = ("mpmath", "sympy")


def exported_members(profile: str, modules: tuple[str, ...]) -> Mapping[str, Mapping[str, str]]:
    """What modules of a profile and their classes export, as a program inside sees it.

    Raises:
        RuntimeError: the listing program did not complete.
    """
    contract = load_contract("function")
    contract = replace(contract, imports=replace(contract.imports, profile=profile))
    program = (files("cgr_audit.sandbox") / "inside" / "list_members.py").read_bytes()
    sandbox = Sandbox(Interpreter(profile), _LIMITS, contract)
    run = sandbox.run(program, None, FailingSolver(), 0, arguments=repr(modules), entry="members")
    if not isinstance(run.outcome, Completed):
        raise RuntimeError(f"the members of {profile} cannot be listed: {run.outcome}")
    listed: Mapping[str, Mapping[str, str]] = run.outcome.value
    return listed


def table_text() -> str:
    """The whole table: a block for each module and class, a line for each member.

    Modules of the larger profile alone have names without parameters, and what it exports more of the others counts.
    """
    owners = {head: dict(found) for head, found in exported_members("standard", _importable(STANDARD)).items()}
    for head, found in exported_members("science", _importable(SCIENCE)).items():
        if head not in owners:
            if head.split()[1] in _NAMES_ONLY:
                owners[head] = {name: said.partition(" (")[0] for name, said in found.items()}
            continue
        for name, said in found.items():
            known = owners[head].setdefault(name, said)
            if known != said:
                owners[head][name] = known.partition(" (")[0]
    blocks = ["\n".join([head, *(f"{name} {said}" for name, said in sorted(owners[head].items()))]) for head in owners]
    return "\n\n".join(sorted(blocks)) + "\n"


def _importable(modules: tuple[str, ...]) -> tuple[str, ...]:
    return ("builtins", *modules, *HELD_BESIDE)


if __name__ == "__main__":
    TABLE.write_text(table_text(), "utf-8", newline="\n")
    sys.stdout.write(f"{TABLE} written\n")
