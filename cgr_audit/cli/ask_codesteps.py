"""``cgr-audit ask codesteps``: thought steps, then code, in three settings."""

from __future__ import annotations

from typing import Annotated

import typer

from cgr_audit.cli.ask_options import AskOptions, ItemsArgument, with_ask_options
from cgr_audit.cli.ask_session import chosen_among, read_items, run_ask
from cgr_audit.cli.output import say
from cgr_audit.cli.scoring import program_runner

__all__ = ["command"]


@with_ask_options
def command(
    items: ItemsArgument,
    options: AskOptions,
    setting: Annotated[
        str, typer.Option(metavar="SETTING,...", help="What the model has when it writes code.")
    ] = "without_steps,own_steps,given_steps",
    samples: Annotated[int, typer.Option(metavar="K", min=1, help="Samples of each problem in each setting.")] = 1,
) -> None:
    """Ask for thought steps and code, and score them as CodeStepsEval does."""
    from cgr_audit.asking.codesteps import CodeStepsItem, codesteps_tasks
    from cgr_audit.plural import counted
    from cgr_audit.scorecards.codesteps.scorer import CodeSteps
    from cgr_audit.scorecards.codesteps.settings import Setting

    chosen = chosen_among("--setting", setting, Setting)
    records = read_items(items, CodeStepsItem(), options.out).records
    tasks = list(codesteps_tasks(records, chosen, samples))
    unasked = len(records) * len(chosen) - len(tasks)
    if unasked:
        say(f"{counted(unasked, 'item')} without reference_steps: not asked in given_steps")
    run_ask(tasks, CodeSteps(running=program_runner(options.jobs)), options)
