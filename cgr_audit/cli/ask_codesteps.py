"""``cgr-audit ask codesteps``: thought steps, then code, in three settings."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from cgr_audit.cli.ask_options import AskOptions, ItemsArgument, with_ask_options
from cgr_audit.cli.asking import asking_of, read_items, run_ask
from cgr_audit.cli.output import say

__all__ = ["command"]

_SETTINGS = "without_steps,own_steps,given_steps"


@with_ask_options
def command(
    items: ItemsArgument,
    options: AskOptions,
    settings: Annotated[
        str, typer.Option(metavar="SETTING,...", help="What the model has when it writes code.")
    ] = _SETTINGS,
    samples: Annotated[int, typer.Option(metavar="K", min=1, help="Samples of each problem in each setting.")] = 1,
) -> None:
    """Ask for thought steps and code, and score them as CodeStepsEval does."""
    from cgr_audit.asking.codesteps import CodeStepsItem, codesteps_tasks
    from cgr_audit.errors import UsageError
    from cgr_audit.plural import counted
    from cgr_audit.scorecards.codesteps.scorer import CodeSteps
    from cgr_audit.scorecards.codesteps.settings import Setting
    from cgr_audit.scorecards.running.runner import ProgramRunner

    try:
        chosen = tuple(dict.fromkeys(Setting(name) for name in settings.split(",")))
    except ValueError:
        raise UsageError(f"--settings {settings}: names some of {_SETTINGS}, with commas between") from None
    records = read_items(items, CodeStepsItem(), options.out).records
    tasks = list(codesteps_tasks(records, chosen, samples))
    unasked = len(records) * len(chosen) - len(tasks)
    if unasked:
        say(f"{counted(unasked, 'item')} without reference_steps: not asked in given_steps")
    scorer = CodeSteps(running=ProgramRunner(options.jobs or os.cpu_count() or 1, report=say))
    run_ask(asking_of(scorer.name, scorer.schema, options), tasks, scorer, options)
