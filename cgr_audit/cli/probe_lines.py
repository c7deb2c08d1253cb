"""What a probe says of each program, a line for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.execution.probe.item_probe import ItemProbe
    from cgr_audit.execution.probe.program_probe import ProgramProbe

__all__ = ["probe_lines"]

_SHOWN = 6


def probe_lines(probe: ProgramProbe) -> Iterator[str]:
    """A line for each item that the program was probed on; one that says why, where it was not."""
    from cgr_audit.control_characters import escape_control_characters

    if probe.not_probed is not None:
        yield escape_control_characters(f"{probe.program.program_id}  not probed: {probe.not_probed}") + "\n"
    for one in probe.items:
        on = f" on {one.item.item_id}" if len(probe.items) > 1 else ""
        yield escape_control_characters(f"{probe.program.program_id}{on}  {' · '.join(_said(one))}") + "\n"


def _said(one: ItemProbe) -> Iterator[str]:
    from cgr_audit.plural import counted

    if one.failure is not None:
        yield f"not probed: {one.failure}"
        return
    answers = [f"{answer[:20]!r}" for answer in one.answers]
    listed = ", ".join(answers[:_SHOWN]) + (", ..." if len(answers) > _SHOWN else "")
    yield f"{one.sensitivity} under {one.tried} solvers: {listed or 'no answer'}"
    if one.fallback is not None:
        yield f"{one.fallback!r} after a failed extraction"
    if one.raising_answer is not None:
        yield f"{one.raising_answer!r} where calls raise"
    if one.generator_in_prompts:
        yield f"the generator's letter {one.generator_letter!r} is in prompts"
    if one.generator_in_answer:
        yield f"the generator's letter {one.generator_letter!r} is in answers"
    if one.item_decides:
        yield "the item can decide the answer"
    yield f"{counted(one.most_calls, 'call')} at most"
