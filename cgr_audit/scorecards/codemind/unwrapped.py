"""Rows whose programs or tests stand in Markdown fences, read without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.case import Case
from cgr_audit.scorecards.running.runner import ProgramRunner

__all__ = ["unwrapped"]


def unwrapped(cases: Sequence[Case], running: ProgramRunner) -> tuple[list[Case], tuple[str, ...]]:
    """The rows with each text that holds one program in fences replaced by that, and what a reader must know of it.

    Raises:
        IncompleteError: no process can be started to read them in.
    """
    taken = running.taken_out(text for case in cases for text in case.texts)
    if not taken:
        return list(cases), ()
    found = [
        replace(
            case,
            program=_without(case.program, taken),
            generated=_without(case.generated, taken),
            tests=_without(case.tests, taken) if isinstance(case.tests, str) else case.tests,
        )
        for case in cases
    ]
    changed = sum(one != case for one, case in zip(found, cases, strict=True))
    return found, (f"{counted(changed, 'row')} with a program in Markdown fences: read without them.",)


def _without(text: str | None, taken: dict[str, str]) -> str | None:
    return None if text is None else taken.get(text, text)
