"""What commands write: data to a file or to standard output, and what a person must know to standard error."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from cgr_audit.audit.report import Audit
    from cgr_audit.source.collected import Skipped

__all__ = ["SHOWN", "is_coloured", "say", "say_notices", "say_problems", "say_skipped", "show", "write_output"]

SHOWN = 20
"""How many problems of a kind are said one by one."""


def say(line: str) -> None:
    """One line to standard error."""
    from cgr_audit.visible import visible

    typer.echo(visible(line), err=True)


def show(text: str) -> None:
    """Text to standard output, where nothing in it steers a terminal."""
    from cgr_audit.visible import visible_lines

    typer.echo(visible_lines(text))


def say_skipped(skipped: Skipped) -> None:
    """Say what was left out on purpose: nothing is skipped in silence."""
    say(f"{skipped.path}: left out: {skipped.reason}")


def say_problems(audit: Audit) -> None:
    """Say what makes an audit incomplete."""
    for lost in audit.unreadable[:SHOWN]:
        say(f"{lost.path}: {lost.reason}")
    if len(audit.unreadable) > SHOWN:
        say(f"... and {len(audit.unreadable) - SHOWN} more that could not be read")
    for line in _rule_failures(audit):
        say(line)


def say_notices(audit: Audit) -> None:
    """Say what the files of suppressions and baseline do not need, and that a contract does not fit."""
    for notice in audit.notices[:SHOWN]:
        say(str(notice))
    if len(audit.notices) > SHOWN:
        say(f"... and {len(audit.notices) - SHOWN} more entries that are expired or not needed")


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
    """Whether what is written is seen on a terminal that may show colours."""
    return out is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
