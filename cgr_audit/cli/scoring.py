"""What the scorecards' commands share: options, and the way from rows to what is printed and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.destinations import require_out_folder
from cgr_audit.cli.output import say, write_output
from cgr_audit.cli.packages import show_table

if TYPE_CHECKING:
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.scorecards.row_source import Rows
    from cgr_audit.scorecards.scorecard import Scored, Scorer

__all__ = [
    "AuditedOption",
    "ByOption",
    "PlotsOption",
    "RowsArgument",
    "ScoreFormat",
    "ScoreFormatOption",
    "ScoreOutOption",
    "resampling_of",
    "run_scorecard",
]

_SHOWN = 20
"""How many bad rows are said one by one."""


class ScoreFormat(StrEnum):
    """What is printed."""

    TABLES = "tables"
    JSON = "json"


RowsArgument = Annotated[
    list[Path],
    typer.Argument(metavar="ROWS...", help="Files of rows: .jsonl, .jsonl.gz or .parquet.", show_default=False),
]
ByOption = Annotated[
    Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--by", metavar="FIELD", help="Group by a field of the rows; several group by all of them at once."),
]
ScoreOutOption = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--out", "-o", metavar="DIR", help="Write JSON, CSV, Parquet, tables, rows and a page here."),
]
AuditedOption = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--audited",
        metavar="PACKAGE|FILE",
        help="A trace package, or what `audit --format json` wrote: joined by program_id.",
    ),
]
PlotsOption = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="DIR", help="Write each chart there too, as NAME.svg and NAME.png.", show_default=False),
]
ScoreFormatOption = Annotated[ScoreFormat, typer.Option("--format", help="What is printed.")]


def run_scorecard(
    scorer: Scorer,
    paths: Sequence[Path],
    *,
    by: Sequence[str],
    out: Path | None,
    audited: Path | None,
    plots: Path | None,
    format_: ScoreFormat,
    resampling: tuple[int, int, float],
    read: Callable[[Sequence[Path]], Rows] | None = None,
) -> None:
    """Read rows, score them, print and write what comes of it.

    Exits with code 2 where lines are no rows, and with 4 where something could not be done.

    Args:
        scorer: the scorecard, with its options.
        paths: files of rows.
        by: fields to group by.
        out: a folder for files.
        audited: findings and runs to join.
        plots: a folder for pictures.
        format_: what is printed.
        resampling: how often, from which seed, and the level.
        read: what reads the rows; by default ``read_rows``.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.records.collection import paused_collection
    from cgr_audit.records.writing import encode_document
    from cgr_audit.scorecards.audited import read_audited
    from cgr_audit.scorecards.row_source import read_rows
    from cgr_audit.scorecards.scorecard import score
    from cgr_audit.scorecards.tables import scorecard_tables
    from cgr_audit.scorecards.written import scorecard_record

    require_out_folder(out)
    require_out_folder(plots, "--plots")
    _require_kept(scorer.name, [*paths, *([] if audited is None else [audited])], out)
    chosen = resampling_of(*resampling)
    known = None if audited is None else read_audited(audited)
    if known is not None and not known.codes:
        say(f"{audited}: no program of it was audited: it holds neither verdicts nor findings; `pipeline` brings them")
    with paused_collection():
        rows = read_rows(paths, scorer.schema, scorer.key, scorer.fault) if read is None else read(paths)
    _say_bad(rows.bad)
    if not rows.records:
        raise UsageError(
            f"{', '.join(map(str, paths))}: none of the lines is a row; see `cgr-audit schema {scorer.schema}`"
        )
    scored = score(scorer, rows, by=by, resampling=chosen, audited=known)
    _say_bad(scored.scored.bad)
    for note in scored.scored.notes:
        say(note)
    if out is not None or plots is not None:
        _write(scored, out, plots)
    if format_ is ScoreFormat.JSON:
        write_output([encode_document(scorecard_record(scored)).decode()], None)
    else:
        for table in scorecard_tables(scored):
            show_table(table)
    for sentence in scored.scored.incomplete:
        say(sentence)
    _say_summary(scored)
    if scored.bad:
        raise typer.Exit(2)
    if scored.scored.incomplete:
        raise typer.Exit(4)


def resampling_of(resamples: int, seed: int, level: float) -> Resampling:
    """How often rows are drawn, from which seed, and the level of intervals.

    Raises:
        UsageError: one of them bounds nothing.
    """
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.errors import UsageError

    try:
        return Resampling(resamples, seed, level)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _require_kept(name: str, inputs: Sequence[Path], out: Path | None) -> None:
    """Refuse to write over what is read.

    Raises:
        UsageError: one of the files that would be written is an input.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.scorecards.written import file_names

    written = set() if out is None else {(out / one).resolve() for one in file_names(name)}
    for path in inputs:
        if path.resolve() in written:
            raise UsageError(f"{path}: would be written over; give another folder than --out {out}")


def _say_bad(bad: Sequence[str]) -> None:
    for line in bad[:_SHOWN]:
        say(line)
    if len(bad) > _SHOWN:
        say(f"... and {len(bad) - _SHOWN:,} more lines that are no rows")


def _write(scored: Scored, out: Path | None, plots: Path | None) -> None:
    from cgr_audit.page.charts.drawing import write_pictures
    from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
    from cgr_audit.records.lines import write_atomically
    from cgr_audit.scorecards.written import page_name, table_folder, write_scorecard

    charts = scorecard_charts(scored)
    if out is not None:
        for path in write_scorecard(scored, out):
            say(f"wrote {path}")
        say(f"wrote each table to {out / table_folder(scored.name)} as csv, parquet, tex and md")
        page = out / page_name(scored.name)
        write_atomically(page, [scorecard_page(scored, charts).encode("utf-8", "backslashreplace")])
        say(f"wrote {page}")
    if plots is not None:
        for path in write_pictures(charts, plots):
            say(f"wrote {path}")


def _say_summary(scored: Scored) -> None:
    figure = scored.overall.figures[0]
    dropped = [f"{reason.replace('_', ' ')} {rows:,}" for reason, rows in scored.overall.dropped]
    rate = "not defined" if figure.rate is None else f"{100 * figure.rate:.2f} %"
    left_out = f"; in no figure: {', '.join(dropped)}" if dropped else ""
    say(f"{scored.read:,} rows read, {figure.label} {rate} over {figure.rows:,}{left_out}")
