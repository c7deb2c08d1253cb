"""Programs that stand in Markdown fences, as models write them: taken out as ``cgr-audit unwrap`` does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from cgr_audit.audit.workers import Assignment, GuestCheck, ProcessWorkers
from cgr_audit.errors import IncompleteError
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.source.contract import load_contract
from cgr_audit.source.parse import Accepts
from cgr_audit.source.program import Program
from cgr_audit.source.taken import taken_bytes

__all__ = ["taken_out"]

_FENCES = ("```", "~~~")
_WRAPPED = "CGR002"
"""The rule that names the lines of the one program in a text that is more than a program."""


def taken_out(texts: Iterable[str], *, jobs: int, report: Callable[[str], None] | None = None) -> dict[str, str]:
    """Of each text that is not a program as it stands, and holds exactly one in Markdown fences, that program.

    A program that has fences in a docstring is one as it stands; a text with several programs, or with a broken one,
    is left as it is. Texts are parsed in child processes, each with a deadline.

    Args:
        texts: equal ones are read once; those without a fence are not read at all.
        jobs: how many children work side by side.
        report: takes a line where getting the sandbox ready takes long, for what only its compiler can decide.

    Raises:
        IncompleteError: no child can be started.
    """
    fenced = [text for text in dict.fromkeys(texts) if any(mark in text for mark in _FENCES)]
    if not fenced:
        return {}
    contract = load_contract("function")
    guest = GuestCheck(partial(_compiler, contract.imports.profile, report))
    workers = ProcessWorkers(Assignment(contract, (_WRAPPED,), guest=guest), max(jobs, 1))
    programs = [
        Program(str(number), str(number), text.encode("utf-8", "surrogatepass")) for number, text in enumerate(fenced)
    ]
    found: dict[str, str] = {}
    for text, program, audit in zip(fenced, programs, workers.map(programs), strict=True):
        for finding in audit.findings:
            span = finding.evidence[0].span
            taken = _taken(program.data, span.line, span.end_line)
            if taken is not None:
                found[text] = taken
    return found


def _compiler(profile: str, report: Callable[[str], None] | None) -> Accepts:
    Interpreter(profile, report=report)  # compiles the component for this machine, if nobody has
    return GuestCompiler(profile)


def _taken(data: bytes, first_line: int, last_line: int) -> str | None:
    try:
        return taken_bytes(data, first_line, last_line)[0].text
    except IncompleteError:
        # It declares an encoding that cannot hold it: it is not a program either way.
        return None
