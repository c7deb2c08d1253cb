"""What the scorecards' commands share: the way from rows to what is printed and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cgr_audit.cli.destinations import require_out_folder
from cgr_audit.cli.output import inform, say, say_first, write_output
from cgr_audit.cli.packages import show_table
from cgr_audit.cli.score_options import ScoreFormat, ScoreOptions

if TYPE_CHECKING:
    from cgr_audit.scorecards.row_source import Rows
    from cgr_audit.scorecards.running.runner import ProgramRunner
    from cgr_audit.scorecards.scorecard import Scored, Scorer
    from cgr_audit.tables.table import Table

__all__ = ["program_runner", "run_scorecard"]


def run_scorecard(
    scorer: Scorer,
    paths: Sequence[Path],
    options: ScoreOptions,
    read: Callable[[Sequence[Path]], Rows] | None = None,
) -> None:
    """Read rows, score them, print and write what comes of it.

    Exits with code 2 where lines are not rows, and with 4 where something could not be done.

    Args:
        scorer: the scorecard, with its options.
        paths: files of rows.
        options: those that all scorecards have.
        read: what reads the rows; by default ``read_rows``.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.records.collection import paused_collection
    from cgr_audit.scorecards.audit_breakdowns import read_audit
    from cgr_audit.scorecards.row_source import read_rows
    from cgr_audit.scorecards.scorecard import score

    require_out_folder(options.out)
    require_out_folder(options.plots, "--plots")
    audited = options.audited
    _require_kept(scorer.name, [*paths, *([] if audited is None else [audited])], options.out)
    known = None if audited is None else read_audit(audited)
    if known is not None and not known.codes:
        say(f"{audited}: no program of it was audited: it holds no findings; `pipeline` brings them")
    with paused_collection():
        rows = read_rows(paths, scorer) if read is None else read(paths)
    say_first(rows.bad, " invalid rows")
    if not rows.records:
        raise UsageError(
            f"{', '.join(map(str, paths))}: none of the lines is a row; see `cgr-audit schema {scorer.schema}`"
        )
    scored = score(scorer, rows, by=options.by, resampling=options.resampling, audited=known)
    say_first(scored.scored.bad, " invalid rows")
    for note in scored.scored.notes:
        say(note)
    _give(scored, options)
    for sentence in scored.scored.incomplete:
        say(sentence)
    _say_summary(scored)
    if scored.bad:
        raise typer.Exit(2)
    if scored.scored.incomplete:
        raise typer.Exit(4)


def program_runner(jobs: int, limits: str = "") -> ProgramRunner:
    """What runs the programs of rows.

    Args:
        jobs: how many run at a time; 0 for as many as there are processors.
        limits: of each run, as ``--limits`` takes them.

    Raises:
        UsageError: the limits are not such a text.
    """
    from cgr_audit.sandbox.limits import parse_limits
    from cgr_audit.scorecards.running.runner import ProgramRunner
    from cgr_audit.scorecards.running.sandboxes import DEFAULT_LIMITS

    return ProgramRunner(jobs or os.cpu_count() or 1, parse_limits(limits, DEFAULT_LIMITS), say)


def _require_kept(name: str, inputs: Sequence[Path], out: Path | None) -> None:
    """Refuse to write over what is read.

    Raises:
        UsageError: one of the files that would be written is an input.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.scorecards.scorecard_files import file_names

    written = set() if out is None else {os.path.realpath(out / one) for one in file_names(name)}
    for path in inputs:
        if os.path.realpath(path) in written:
            raise UsageError(f"{path}: would be overwritten; give another folder than --out {out}")


def _give(scored: Scored, options: ScoreOptions) -> None:
    """Write what is to be written, then print what is to be printed."""
    from cgr_audit.records.writing import encode_document
    from cgr_audit.scorecards.scorecard_files import scorecard_record
    from cgr_audit.scorecards.tables import scorecard_tables

    tables = scorecard_tables(scored)
    if options.out is not None or options.plots is not None:
        _write(scored, tables, options.out, options.plots)
    if options.format is ScoreFormat.JSON:
        write_output([encode_document(scorecard_record(scored)).decode()], None)
        return
    for table in tables:
        show_table(table)


def _write(scored: Scored, tables: Sequence[Table], out: Path | None, plots: Path | None) -> None:
    from cgr_audit.page.charts.drawing import write_pictures
    from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
    from cgr_audit.records.lines import utf8, write_atomically
    from cgr_audit.scorecards.scorecard_files import page_name, table_folder, write_scorecard

    charts = scorecard_charts(scored)
    if out is not None:
        for path in write_scorecard(scored, out, tables):
            inform(f"wrote {path}")
        inform(f"wrote each table to {out / table_folder(scored.name)} as csv, parquet, tex and md")
        page = out / page_name(scored.name)
        write_atomically(page, [utf8(scorecard_page(scored, charts, tables))])
        inform(f"wrote {page}")
    if plots is not None:
        for path in write_pictures(charts, plots, scored.name):
            inform(f"wrote {path}")


def _say_summary(scored: Scored) -> None:
    """What was read, every figure that the scorecard is about, and what is in no figure."""
    from cgr_audit.plural import counted

    dropped = [f"{reason.replace('_', ' ')} {rows:,}" for reason, rows in scored.overall.dropped]
    left_out = f"; in no figure: {', '.join(dropped)}" if dropped else ""
    figures = [
        f"{figure.label} {'not defined' if figure.rate is None else f'{100 * figure.rate:.2f} %'} "
        f"over {counted(figure.rows, scored.scored.case)}"
        for figure in scored.overall.leaders
    ]
    say(f"{counted(scored.read, 'row')} read, {', '.join(figures)}{left_out}")
