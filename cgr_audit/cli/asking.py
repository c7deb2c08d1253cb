"""What the commands of ``cgr-audit ask`` share: the way from tasks to rows, and on to their score."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cgr_audit.cli.ask_options import AskOptions
from cgr_audit.cli.output import SHOWN, inform, say
from cgr_audit.cli.run_bar import RunBar

if TYPE_CHECKING:
    from cgr_audit.asking.asker import Asking, RowTask
    from cgr_audit.asking.prompts import Prompts
    from cgr_audit.asking.respondent import Respondent
    from cgr_audit.asking.session import Outcome
    from cgr_audit.scorecards.row_source import RowKind, Rows
    from cgr_audit.scorecards.scorecard import Scorer

__all__ = ["asking_of", "judge_of", "read_items", "run_ask"]


def read_items(
    paths: Sequence[Path], kind: RowKind, out: Path, read: Callable[[Sequence[Path], RowKind], Rows] | None = None
) -> Rows:
    """The items of some files; a line that is none ends the command before anything is asked.

    Args:
        paths: the files.
        kind: what an item is.
        out: the file of rows, which must not be one of them.
        read: what reads them; by default ``read_rows``.

    Raises:
        UsageError: one line for the first that is none, and how many more there are; or a file cannot be read, or
            is the file of rows.
        NothingCollectedError: the files have no line at all.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.plural import counted
    from cgr_audit.scorecards.row_source import read_rows

    if out.resolve() in {path.resolve() for path in paths}:
        raise UsageError(f"{out}: would be overwritten; give another --out")
    items = (read or read_rows)(paths, kind)
    for line in items.bad[:SHOWN]:
        say(line)
    if items.bad:
        invalid = counted(len(items.bad), "invalid item")
        raise UsageError(f"{invalid}, and nothing was asked; see `cgr-audit schema {kind.schema}`")
    return items


def judge_of(spec: str, options: AskOptions) -> Respondent | None:
    """The judge, where there is one: asked at temperature 0, from the same account as the model."""
    from cgr_audit.asking.respondent import choose_respondent

    if not spec:
        return None
    return choose_respondent("--judge", spec, options.asking, parameters={"temperature": 0.0})


def asking_of(system: str, schema: str, options: AskOptions, judge: Respondent | None = None) -> Asking:
    """What is asked of whom, from the options of a command.

    Raises:
        UsageError: the model or a prompt is none.
    """
    from cgr_audit.asking.asker import Asking
    from cgr_audit.asking.prompts import load_prompts
    from cgr_audit.asking.respondent import choose_respondent
    from cgr_audit.errors import UsageError

    if not options.model:
        raise UsageError("--model SPEC is missing: the model to ask")
    prompts: Prompts = load_prompts(system, options.prompts)
    model = choose_respondent(
        "--model", options.model, options.asking, name=options.name, parameters=options.parameters, seed=options.seed
    )
    return Asking(system, prompts, schema, model, judge)


def run_ask(asking: Asking, tasks: Sequence[RowTask], scorer: Scorer, options: AskOptions) -> None:
    """Ask for every row, write the rows, and print their score. Exits with code 4 where a row is missing.

    Args:
        asking: what is asked of whom.
        tasks: a row each.
        scorer: what scores such rows.
        options: of the command.
    """
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.asking.session import ask_for_rows
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.score_options import ScoreFormat, ScoreOptions
    from cgr_audit.cli.scoring import run_scorecard

    started = time.perf_counter()
    require_out_file(options.out)
    with RunBar(options.asking.account) as bar:
        outcome = ask_for_rows(asking, tasks, options.out, jobs=options.jobs, progress=bar)
    _say_outcome(outcome, options, time.perf_counter() - started)
    if outcome.rows:
        run_scorecard(scorer, [options.out], ScoreOptions((), None, None, None, ScoreFormat.TABLES, Resampling()))
    if outcome.failures:
        raise typer.Exit(4)


def _say_outcome(outcome: Outcome, options: AskOptions, seconds: float) -> None:
    from cgr_audit.plural import counted

    for line in outcome.failures[:SHOWN]:
        say(line)
    if len(outcome.failures) > SHOWN:
        say(f"... and {len(outcome.failures) - SHOWN:,} more")
    if outcome.failures:
        say(f"{counted(len(outcome.failures), 'row')} missing: rerun the same command to ask for them again")
    parts = [f"{count:,} {status.replace('_', ' ')}" for status, count in sorted(outcome.statuses.items())]
    asked = str(options.asking.account)
    said = [f"{counted(outcome.rows, 'row')}: {', '.join(parts)}", *([asked] if asked else []), f"{seconds:.1f} s"]
    inform(" · ".join([*said, str(options.out)]))
