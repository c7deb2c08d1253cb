"""Bring the table of capabilities up to what the sandbox exports: ``python -m cgr_audit.sandbox.capability_table``.

A member that is there already keeps its class; one that is new is ``unreviewed``, which no program may use. Whoever has
looked at it moves it to the line of what it gives access to.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files

from cgr_audit.analysis.capability_table import HELD_MODULE, TABLE, UNREVIEWED, members_in, parse
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import load_contract
from cgr_audit.source.profiles import default_imports

__all__ = ["exports", "table_text"]

_LIMITS = Limits(fuel=10**12, wall=120.0, memory=1 << 30, result=1 << 23, output=1 << 23)


def exports(profile: str) -> Mapping[str, Mapping[str, str]]:
    """The public names of every module of a profile as a program inside sees them, and the module that each one is.

    Raises:
        RuntimeError: the listing program did not complete.
    """
    contract = load_contract("function")
    contract = replace(contract, imports=replace(contract.imports, profile=profile))
    program = (files("cgr_audit.sandbox") / "inside" / "list_exports.py").read_bytes()
    wanted = ("builtins", *default_imports(profile))
    run = Sandbox(Interpreter(profile), _LIMITS, contract).run(
        program, None, FailingSolver(), 0, arguments=repr(wanted), entry="exports"
    )
    if not isinstance(run.outcome, Completed):
        raise RuntimeError(f"the exports of {profile} cannot be listed: {run.outcome}")
    listed: Mapping[str, Mapping[str, str]] = run.outcome.value
    return listed


def table_text(known: str) -> str:
    """The table of what the sandbox exports, with the classes that a table before gave."""
    exported: dict[str, dict[str, str]] = defaultdict(dict)
    for profile in ("standard", "science"):
        for module, names in exports(profile).items():
            exported[module].update(names)
    before = parse(known)
    blocks = [_block(module, names, members_in(before.get(module, ""))) for module, names in exported.items()]
    return "\n\n".join(sorted(blocks)) + "\n"


def _block(module: str, exported: Mapping[str, str], known: Mapping[str, str]) -> str:
    lines: dict[str, list[str]] = defaultdict(list)
    for name, target in exported.items():
        if target:
            lines[HELD_MODULE].append(f"{name}={target}")
        else:
            lines[known.get(name, UNREVIEWED)].append(name)
    for name, kind in known.items():
        if "." in name and name.partition(".")[0] in exported:
            lines[kind].append(name)
    return "\n".join([module, *(" ".join([f" {kind}", *sorted(names)]) for kind, names in sorted(lines.items()))])


if __name__ == "__main__":
    TABLE.write_text(table_text(TABLE.read_text("utf-8")), "utf-8", newline="\n")
    sys.stdout.write(f"{TABLE} written\n")
