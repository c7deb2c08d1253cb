"""What programs give for an input: the value that a function returns, or the text that a script prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cgr_audit.sandbox.limits import Limits

__all__ = ["FunctionCall", "Output", "ScriptRun", "outputs"]


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function of a program, called once."""

    program: str
    arguments: str
    """The argument list as Python text, without brackets: ``[1, 2], key='a'``; empty for none."""
    entry: str | None = None
    """The function; by default ``f``, ``solution`` or ``solve``, else the last that no other function calls."""


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """A program that reads its input from standard input and prints."""

    program: str
    input: str


@dataclass(frozen=True, slots=True)
class Output:
    """What came of one call or run: exactly one field is not ``None``."""

    literal: str | None = None
    """The returned value as an exact Python literal (``repr``, sets sorted); of a script the text that it printed."""
    failure: str | None = None
    """In one line, why there is no output, where that is the program's doing."""
    unknown: str | None = None
    """In one line, why nothing is known: the sandbox failed, or the argument list is none."""


def outputs(
    calls: Sequence[FunctionCall | ScriptRun],
    *,
    jobs: int,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
) -> list[Output]:
    """Run each, in a fresh instance of the sandbox; results in order, equal calls are made once.

    Args:
        calls: what is run.
        jobs: how many at a time.
        limits: of one run; ``DEFAULT_LIMITS`` without.
        report: takes a line where getting ready takes long; silent without.

    Raises:
        SandboxError: there is no sandbox to run anything in.
    """
    raise NotImplementedError
