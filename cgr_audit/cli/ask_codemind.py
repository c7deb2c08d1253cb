"""``cgr-audit ask codemind``: outputs of programs, of the model's own programs, and programs."""

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
    task: Annotated[
        str,
        typer.Option(
            metavar="TASK,...",
            help="ier: outputs of the items' programs; der: of the model's own that pass; sr: programs alone.",
        ),
    ] = "ier",
    prompting: Annotated[
        str, typer.Option(metavar="PROMPTING,...", help="Of ier and der: direct, cot (chain of thought).")
    ] = "direct",
    setting: Annotated[
        str, typer.Option(metavar="SETTING,...", help="Of sr: which test the model is shown.")
    ] = "with_test,no_test,misleading_test",
) -> None:
    """Ask for outputs and programs, and score them as CodeMind does."""
    from cgr_audit.asking.codemind import CodeMindItem, CodeMindTasks
    from cgr_audit.plural import counted
    from cgr_audit.scorecards.codemind.case import Prompting, Setting, Task
    from cgr_audit.scorecards.codemind.scorer import CodeMind

    tasks = chosen_among("--task", task, Task)
    asked = CodeMindTasks(
        tasks,
        chosen_among("--prompting", prompting, Prompting),
        chosen_among("--setting", setting, Setting),
        program_runner(1),
    )
    records = read_items(items, CodeMindItem(tasks), options.out).records
    rows = list(asked.of(records))
    unasked = len(records) * len(asked.variants) - len(rows)
    if unasked:
        say(f"{counted(unasked, 'row')} of sr not asked for: no test with an expected output to show, or to make wrong")
    run_ask(rows, CodeMind(running=program_runner(options.jobs)), options)
