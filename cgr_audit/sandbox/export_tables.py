"""Update the tables of what the sandbox's modules export: ``python -m cgr_audit.sandbox.export_tables``.

Two tables of the analysis describe the sandbox's own interpreter: what each member of a module gives access to
(``analysis/capability_table.txt``), and which members modules and classes have (``analysis/members/members.txt``). The
members follow from the interpreter alone. Capabilities are reviewed by people: a member that the table lists keeps its
capability, and a new one is ``unreviewed``, which no program may use.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files

from cgr_audit.analysis import capability_table
from cgr_audit.analysis.capability_table import HELD_MODULE, UNREVIEWED, members_in, parse
from cgr_audit.analysis.members import table as member_table
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import load_contract
from cgr_audit.source.profiles import HELD_BESIDE, SCIENCE, STANDARD, default_imports

__all__ = ["capability_table_text", "exported_members", "exported_names", "member_table_text"]

_LIMITS = Limits(fuel=10**12, wall=120.0, memory=1 << 30, result=1 << 23, output=1 << 23)
_NAMES_ONLY = ("mpmath", "sympy")

_Listing = Mapping[str, Mapping[str, str]]


def exported_names(profile: str) -> _Listing:
    """By module of a profile, its public names and, for a name that is a module itself, which one.

    Raises:
        RuntimeError: the listing program did not complete.
    """
    return _listed(profile, "list_exports.py", "exports", ("builtins", *default_imports(profile)))


def exported_members(profile: str, modules: tuple[str, ...]) -> _Listing:
    """By module or class that the modules of a profile export, its members.

    Raises:
        RuntimeError: the listing program did not complete.
    """
    return _listed(profile, "list_members.py", "members", modules)


def _listed(profile: str, program: str, entry: str, modules: tuple[str, ...]) -> _Listing:
    """What a listing program inside the sandbox says of modules."""
    contract = load_contract("function")
    contract = replace(contract, imports=replace(contract.imports, profile=profile))
    data = (files("cgr_audit.sandbox") / "inside" / program).read_bytes()
    sandbox = Sandbox(Interpreter(profile), _LIMITS, contract)
    run = sandbox.run(data, None, FailingSolver(), 0, arguments=repr(modules), entry=entry)
    if not isinstance(run.outcome, Completed):
        raise RuntimeError(f"{program} cannot list the modules of {profile}: {run.outcome}")
    listed: _Listing = run.outcome.value
    return listed


def capability_table_text(known: str) -> str:
    """The table of capabilities.

    Args:
        known: the table so far, whose capabilities are kept.
    """
    exported: dict[str, dict[str, str]] = defaultdict(dict)
    for profile in ("standard", "science"):
        for module, names in exported_names(profile).items():
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


def member_table_text() -> str:
    """The table of members: a block for each module and class, a line for each member.

    Members that only the science profile exports are included. Modules of that profile alone are listed without
    parameters, and so is a member that the two profiles describe differently.
    """
    owners = {head: dict(found) for head, found in exported_members("standard", _importable(STANDARD)).items()}
    for head, found in exported_members("science", _importable(SCIENCE)).items():
        if head not in owners:
            if head.split()[1] in _NAMES_ONLY:
                owners[head] = {name: _without_parameters(described) for name, described in found.items()}
            continue
        for name, described in found.items():
            known = owners[head].setdefault(name, described)
            if known != described:
                owners[head][name] = _without_parameters(known)
    blocks = ["\n".join([head, *map(" ".join, sorted(members.items()))]) for head, members in owners.items()]
    return "\n\n".join(sorted(blocks)) + "\n"


def _without_parameters(described: str) -> str:
    return described.partition(" (")[0]


def _importable(modules: tuple[str, ...]) -> tuple[str, ...]:
    return ("builtins", *modules, *HELD_BESIDE)


if __name__ == "__main__":
    for path, text in (
        (capability_table.TABLE, capability_table_text(capability_table.TABLE.read_text("utf-8"))),
        (member_table.TABLE, member_table_text()),
    ):
        path.write_text(text, "utf-8", newline="\n")
        sys.stdout.write(f"updated {path}\n")
