"""What a tested program is: a function that is called, or a script that reads and prints; told inside the sandbox."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from cgr_audit.sandbox.outcome import Completed, GuestError, Outcome
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["ProgramForm", "form_of", "guest_text", "has_no_entry", "looked_at", "may_read_input"]

_MAY_READ = re.compile(rb"\binput\b|\bstdin\b|\bopen\b")
_DEFINES = re.compile(rb"^(?:async )?def ", re.MULTILINE)
_DEFINES_STARTER = re.compile(rb"^(?:async )?def (?:main|run_|test|check|demo|example)", re.MULTILINE)
_SOLUTION = "__solution__"
_METHOD_CALL = f"""

def {_SOLUTION}(*positional, **named):
    return Solution().{{}}(*positional, **named)
"""


@dataclass(frozen=True, slots=True)
class ProgramForm:
    """How a program is run."""

    program: bytes
    """Its text; where it is a class ``Solution``, with a function behind it that calls the method."""
    entry: str | None = None
    """The function that is called; found by the sandbox without."""
    is_script: bool = False
    error: str | None = None
    """Why it does not compile."""
    failed: Outcome | None = None
    """How looking at it ended, where that gave nothing."""
    was_looked_at: bool = True
    """Whether all this is more than a guess."""


def form_of(program: bytes, entry: str | None, sandboxes: Sandboxes) -> ProgramForm:
    """Look at a program.

    One that is told its function is called. Else one that reads standard input, or that has no function at all, is a
    script. The function of one with a class ``Solution`` and no function is the last public method of that.

    Args:
        program: its text.
        entry: the function, where it is known.
        sandboxes: where it is looked at.
    """
    if entry is not None:
        return ProgramForm(program, entry)
    if _DEFINES.search(program) and not may_read_input(program) and not _DEFINES_STARTER.search(program):
        # The sandbox finds the function by itself, in a fifth of the time that it takes to look.
        return ProgramForm(program, was_looked_at=False)
    return looked_at(program, sandboxes)


def may_read_input(program: bytes) -> bool:
    """Whether it names anything by which it could read standard input."""
    return _MAY_READ.search(program) is not None


def has_no_entry(outcome: Outcome) -> bool:
    """Whether a run failed since the program has no function after all, such as one in a text alone."""
    return isinstance(outcome, GuestError) and outcome.message.startswith("the program defines no entry ")


def looked_at(program: bytes, sandboxes: Sandboxes) -> ProgramForm:
    """What the compiler and the syntax tree say of a program, in an instance in which it does not run."""
    outcome = sandboxes.call(guest_text("looking"), repr(program), "look").outcome
    if not isinstance(outcome, Completed):
        # The compiler itself gave up: it died, or used up what there is.
        if isinstance(outcome, GuestError):
            return ProgramForm(program, error=f"{outcome.type_name}: {outcome.message}")
        return ProgramForm(program, failed=outcome)
    found = outcome.value
    if found["error"] is not None:
        return ProgramForm(program, error=found["error"])
    if found["reads_input"]:
        return ProgramForm(program, found["entry"], is_script=True)
    if found["entry"] is None and found["method"] is not None:
        return ProgramForm(program + _METHOD_CALL.format(found["method"]).encode(), _SOLUTION)
    return ProgramForm(program, found["entry"], is_script=found["entry"] is None)


@cache
def guest_text(name: str) -> bytes:
    """The text of a program of our own, of which there are few, each read once."""
    text = (resources.files("cgr_audit.scorecards.running") / "inside" / f"{name}.py").read_text("utf-8")
    if name != "looking":
        return text.encode()
    found = (resources.files("cgr_audit.analysis") / "entry.py").read_text("utf-8")
    own = text.replace("from __future__ import annotations\n", "").replace(
        "from cgr_audit.analysis.entry import find_entry\n", ""
    )
    return (found + own).encode()
