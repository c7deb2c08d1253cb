"""``cgr-audit unwrap``: the one program of a longer text, as a new program."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cgr_audit.cli.audit_session import DEADLINE, DeadlineOption
from cgr_audit.cli.options import IdFieldOption, JobsOption, PathsArgument, SourceFieldOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.source.positions import Span
    from cgr_audit.source.program import Program

__all__ = ["command"]

_LIST = "programs.jsonl"
_CODES = ("CGR001", "CGR002", "CGR004")


def command(
    paths: PathsArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Write the programs here.", show_default=False)
    ],
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 0,
    deadline: DeadlineOption = DEADLINE,
) -> None:
    """Extract programs from Markdown fences and prose; only extracted programs can be approved and run.

    Every text that holds exactly one program gives a new file in DIR and a line of DIR/programs.jsonl, with the sha256
    of the text in derived_from. Texts that are already programs are skipped; those with none or several are listed on
    standard output with the reason. Exit code 2: usage error; 3: nothing found; 4: incomplete.
    """
    from cgr_audit.audit.workers import Assignment, ProcessWorkers
    from cgr_audit.cli.audit_session import guest_check
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.output import say, say_skipped, show
    from cgr_audit.records.lines import encode_record, write_atomically
    from cgr_audit.source.collect import collect
    from cgr_audit.source.contract import load_contract

    require_out_folder(out)
    _check_folder(out)
    terms = load_contract("function")
    base = _common_folder(paths)  # the names of what is written count from it
    collected = collect(paths, source_field=source_field, id_field=id_field, base=base, on_skip=say_skipped)
    workers = ProcessWorkers(Assignment(terms, _CODES, guest=guest_check(terms)), jobs, deadline)
    writer = _Writer(out)
    lost = []
    waiting: list[Program] = []

    def programs() -> Iterator[Program]:
        from cgr_audit.source.collect import Unreadable

        for found in collected:
            if isinstance(found, Unreadable):
                lost.append(found)
            else:
                waiting.append(found)
                yield found

    for audit in workers.map(programs()):
        line = writer.take(waiting.pop(0), audit)
        if line:
            show(line)
    if writer.records:
        write_atomically(out / _LIST, (encode_record(record) + b"\n" for record in writer.records))
    for unreadable in lost:
        say(f"{unreadable.path}: {unreadable.reason}")
    say(_summary(writer.counts, len(lost), out) if writer.counts or lost else f"no program found in {', '.join(paths)}")
    if lost or writer.counts["failed"]:
        raise typer.Exit(4)
    if not writer.counts:
        raise typer.Exit(3)


def _common_folder(paths: Sequence[str]) -> Path | None:
    """The innermost folder that holds everything given; nothing if there is none."""
    places = [Path(os.path.realpath(path)) for path in paths if path != "-"]
    try:
        return Path(os.path.commonpath([place if place.is_dir() else place.parent for place in places]))
    except ValueError:  # only standard input, or several drives
        return None


def _check_folder(out: Path) -> None:
    from cgr_audit.errors import UsageError

    if out.is_dir() and any(out.iterdir()) and not (out / _LIST).is_file():
        raise UsageError(f"{out}: holds other files; --out takes a new folder, or one that `unwrap` has written")


def _summary(counts: Counter[str], lost: int, out: Path) -> str:
    parts = [f"{counts['one']} taken out into {out}", f"{counts['whole']} programs already"]
    parts += [f"{counts['several']} hold several", f"{counts['none']} hold none"]
    if lost or counts["failed"]:
        parts.append(f"{lost + counts['failed']} could not be read")
    return f"{counts.total()} texts: {', '.join(parts)}"


class _Writer:
    """Writes what is taken out, and keeps count."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.counts: Counter[str] = Counter()
        self.records: list[dict[str, Any]] = []
        self.names: set[str] = set()

    def take(self, program: Program, audit: ProgramAudit) -> str | None:
        """Write the program that a text holds; or what is said of a text that is left."""
        findings = {finding.code: finding for finding in audit.findings}
        crashed = [failure for failure in audit.failures if failure.code in _CODES]
        if crashed:
            self.counts["failed"] += 1
            return f"{program.program_id}: {crashed[0].error}"
        if "CGR002" in findings:
            return self._write(program, findings["CGR002"].evidence[0].span)
        if "CGR001" not in findings:
            self.counts["whole"] += 1
            return None
        kind = "several" if "CGR004" in findings else "none"
        self.counts[kind] += 1
        said = findings["CGR004" if kind == "several" else "CGR001"].message
        return f"{program.program_id}: left: {said}"

    def _write(self, program: Program, extent: Span) -> str | None:
        from cgr_audit.errors import IncompleteError
        from cgr_audit.records.lines import write_atomically
        from cgr_audit.source.file_names import file_name
        from cgr_audit.source.program import Program
        from cgr_audit.source.taken import taken_bytes

        try:
            taken, data = taken_bytes(program.data, extent.line, extent.end_line)
        except IncompleteError as error:
            self.counts["failed"] += 1
            return f"{program.program_id}: {error}"
        self.counts["one"] += 1
        name = file_name(program.program_id, self.names)
        self.names.add(name)
        write_atomically(self.out / name, [data], durable=False)
        made = Program(name, name, data)
        own = {"program_id": name, "sha256": made.sha256, "derived_from": program.sha256}
        lines = {"program_id": program.program_id, "first_line": taken.first_line, "last_line": taken.last_line}
        carried = {key: value for key, value in program.fields.items() if key not in own}
        self.records.append({**own, "taken_from": lines, **carried})
        return None
