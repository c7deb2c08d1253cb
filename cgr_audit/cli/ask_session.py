"""What the commands of ``cgr-audit ask`` share: the way from tasks to rows, and on to their score."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from cgr_audit.cli.ask_options import AskOptions
from cgr_audit.cli.output import inform, say, say_first
from cgr_audit.cli.run_bar import RunBar

if TYPE_CHECKING:
    from cgr_audit.asking.asker import AskSetup, RowTask
    from cgr_audit.asking.respondent import Respondent
    from cgr_audit.asking.session import Outcome
    from cgr_audit.scorecards.row_source import RowKind, Rows
    from cgr_audit.scorecards.scorecard import Scorer

__all__ = ["chosen_among", "judge_of", "read_items", "run_ask"]

_Choice = TypeVar("_Choice", bound=StrEnum)


def read_items(
    paths: Sequence[Path], kind: RowKind, out: Path, read: Callable[[Sequence[Path], RowKind], Rows] | None = None
) -> Rows:
    """The items of some files; an invalid line ends the command before anything is asked.

    Args:
        paths: the files.
        kind: what an item is.
        out: the file of rows, which must not be one of them.
        read: what reads them; by default ``read_rows``.

    Raises:
        UsageError: lines are not items, a file cannot be read, or it is the file of rows.
        NothingCollectedError: the files have no line at all.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.plural import counted
    from cgr_audit.scorecards.row_source import read_rows

    if out.resolve() in {path.resolve() for path in paths}:
        raise UsageError(f"{out}: would be overwritten; give another --out")
    items = (read or read_rows)(paths, kind)
    say_first(items.bad)
    if items.bad:
        invalid = counted(len(items.bad), "invalid item")
        raise UsageError(f"{invalid}, and nothing was asked; see `cgr-audit schema {kind.schema}`")
    return items


def chosen_among(option: str, names: str, choices: type[_Choice]) -> tuple[_Choice, ...]:
    """The choices that an option names with commas between, each once.

    Raises:
        UsageError: a name is not one of them.
    """
    from cgr_audit.errors import UsageError

    try:
        return tuple(dict.fromkeys(map(choices, names.split(","))))
    except ValueError:
        raise UsageError(f"{option} {names}: names some of {','.join(choices)}, with commas between") from None


def judge_of(spec: str, options: AskOptions) -> Respondent | None:
    """The judge, where there is one: asked at temperature 0, from the same account as the model."""
    from cgr_audit.asking.respondent import choose_respondent

    if not spec:
        return None
    return choose_respondent("--judge", spec, options.solver_options, parameters={"temperature": 0.0})


def run_ask(tasks: Sequence[RowTask], scorer: Scorer, options: AskOptions, judge: Respondent | None = None) -> None:
    """Ask for every row, write the rows, and print their score. Exits with code 4 where a row is missing.

    Args:
        tasks: a row each.
        scorer: what scores such rows.
        options: of the command.
        judge: asked too, where tasks ask one.

    Raises:
        UsageError: there is no model, or a prompt is not one.
    """
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.asking.session import ask_for_rows
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.score_options import ScoreFormat, ScoreOptions
    from cgr_audit.cli.scoring import run_scorecard

    started = time.perf_counter()
    setup = _setup(scorer, options, judge)
    require_out_file(options.out)
    with RunBar(options.solver_options.account) as bar:
        outcome = ask_for_rows(setup, tasks, options.out, jobs=options.jobs, progress=bar)
    _say_outcome(outcome, options, time.perf_counter() - started)
    if outcome.rows:
        run_scorecard(scorer, [options.out], ScoreOptions((), None, None, None, ScoreFormat.TABLES, Resampling()))
    if outcome.failures:
        raise typer.Exit(4)


def _setup(scorer: Scorer, options: AskOptions, judge: Respondent | None) -> AskSetup:
    from cgr_audit.asking.asker import AskSetup
    from cgr_audit.asking.prompts import load_prompts
    from cgr_audit.asking.respondent import choose_respondent
    from cgr_audit.errors import UsageError

    if not options.model:
        raise UsageError("--model SPEC is missing: the model to ask")
    prompts = load_prompts(scorer.name, options.prompts)
    model = choose_respondent(
        "--model",
        options.model,
        options.solver_options,
        name=options.name,
        parameters=options.parameters,
        seed=options.seed,
    )
    return AskSetup(scorer.name, prompts, scorer.schema, model, judge)


def _say_outcome(outcome: Outcome, options: AskOptions, seconds: float) -> None:
    from cgr_audit.plural import counted

    say_first(outcome.failures)
    if outcome.failures:
        say(f"{counted(len(outcome.failures), 'row')} missing: rerun the same command to ask for them again")
    parts = [f"{count:,} {status.replace('_', ' ')}" for status, count in sorted(outcome.statuses.items())]
    asked = str(options.solver_options.account)
    said = [f"{counted(outcome.rows, 'row')}: {', '.join(parts)}", *([asked] if asked else []), f"{seconds:.1f} s"]
    inform(" · ".join([*said, str(options.out)]))
