"""What commands write: data to a file or to standard output, and what a person must know to standard error."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from cgr_audit.audit.report import Audit
    from cgr_audit.source.collected import Skipped

__all__ = [
    "NO_PROGRESS",
    "QUIET",
    "VERBOSE",
    "details",
    "inform",
    "is_coloured",
    "say",
    "say_end",
    "say_first",
    "say_notices",
    "say_problems",
    "say_skipped",
    "set_for_command",
    "show",
    "shows_progress",
    "write_output",
]

QUIET, VERBOSE, NO_PROGRESS = "CGR_AUDIT_QUIET", "CGR_AUDIT_VERBOSE", "CGR_AUDIT_NO_PROGRESS"
"""The environment's words for the options of these names."""
_SHOWN = 20
"""How many problems of a kind are said one by one."""


def set_for_command(context: typer.Context, variable: str, value: str | None) -> None:
    """Set a variable of the environment, or take it away, until a command has ended."""
    before = os.environ.get(variable)
    _set(variable, value)
    context.call_on_close(lambda: _set(variable, before))


def _set(variable: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(variable, None)
    else:
        os.environ[variable] = value


def say(line: str) -> None:
    """One line to standard error."""
    from cgr_audit.control_characters import escape_control_characters

    typer.echo(escape_control_characters(line), err=True)


def inform(line: str) -> None:
    """One line to standard error that ``--quiet`` leaves out: what went as it should."""
    if not os.environ.get(QUIET):
        say(line)


def details(line: str) -> None:
    """One line to standard error that only ``--verbose`` asks for."""
    if os.environ.get(VERBOSE):
        say(line)


def shows_progress() -> bool:
    """Whether a bar is drawn on standard error."""
    return sys.stderr.isatty() and not os.environ.get(QUIET) and not os.environ.get(NO_PROGRESS)


def say_end(audit: Audit, paths: Iterable[str], line: str) -> None:
    """The line that ends an audit; where it found no program, that."""
    if audit.is_empty:
        say(f"no program found in {', '.join(paths)}")
    else:
        inform(line)


def show(text: str) -> None:
    """Text to standard output, where nothing in it steers a terminal."""
    from cgr_audit.control_characters import escape_lines

    typer.echo(escape_lines(text))


def say_first(lines: Sequence[str], more: str = "") -> None:
    """Say the first lines of many, and how many more there are.

    Args:
        lines: in order.
        more: what these are, with a blank in front, such as `` invalid rows``.
    """
    for line in lines[:_SHOWN]:
        say(line)
    if len(lines) > _SHOWN:
        say(f"... and {len(lines) - _SHOWN:,} more{more}")


def say_skipped(skipped: Skipped) -> None:
    """Say what was left out on purpose: nothing is skipped in silence."""
    say(f"{skipped.path}: left out: {skipped.reason}")


def say_problems(audit: Audit) -> None:
    """Say what makes an audit incomplete."""
    say_first([f"{lost.path}: {lost.reason}" for lost in audit.unreadable], " that could not be read")
    for line in _rule_failures(audit):
        say(line)


def say_notices(audit: Audit) -> None:
    """Say what the files of suppressions and baseline do not need, and that a contract does not fit."""
    say_first(list(map(str, audit.notices)), " entries that are expired or not needed")


def _rule_failures(audit: Audit) -> Iterator[str]:
    """A line for each rule that crashed, with the first program on which it did."""
    if not audit.summary.rule_failures:
        return
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for program in audit.with_findings():
        for failure in program.failures:
            rule = (failure.code, failure.slug)
            counts[rule] += 1
            first.setdefault(rule, f"{program.path}: {failure.error}")
    for (code, slug), count in sorted(counts.items()):
        programs = "1 program" if count == 1 else f"{count} programs, first on"
        name = "the engine" if code == slug else f"rule {code} {slug}"
        yield f"{name} crashed on {programs} {first[code, slug]}"


def write_output(pieces: Iterable[str], out: Path | None) -> None:
    """Write text to a file, whole or not at all, or to standard output."""
    if out is not None:
        from cgr_audit.records.lines import utf8, write_atomically

        write_atomically(out, map(utf8, pieces))
        return
    encoding = (sys.stdout.encoding or "utf-8") if sys.stdout.isatty() else "utf-8"
    sys.stdout.flush()
    for piece in pieces:
        sys.stdout.buffer.write(piece.encode(encoding, "backslashreplace"))
    sys.stdout.buffer.flush()


def is_coloured(out: Path | None) -> bool:
    """Whether what is written is seen where colours show: on a terminal, or where somebody insists."""
    if out is not None or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
