"""``cgr-audit ask codemind``: outputs of programs, of the model's own programs, and programs."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Annotated, TypeVar

import typer

from cgr_audit.cli.ask_options import AskOptions, ItemsArgument, with_ask_options
from cgr_audit.cli.asking import asking_of, read_items, run_ask
from cgr_audit.cli.output import say

__all__ = ["command"]

_Choice = TypeVar("_Choice", bound=StrEnum)


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
    from cgr_audit.scorecards.running.runner import ProgramRunner

    tasks = _chosen("--task", task, Task)
    asked = CodeMindTasks(
        tasks,
        _chosen("--prompting", prompting, Prompting),
        _chosen("--setting", setting, Setting),
        ProgramRunner(1, report=say),
    )
    records = read_items(items, CodeMindItem(tasks), options.out).records
    rows = list(asked.of(records))
    unasked = len(records) * len(asked.variants) - len(rows)
    if unasked:
        say(f"{counted(unasked, 'row')} of sr not asked for: no test with an expected output to show, or to make wrong")
    scorer = CodeMind(running=ProgramRunner(options.jobs or os.cpu_count() or 1, report=say))
    run_ask(asking_of(scorer.name, scorer.schema, options), rows, scorer, options)


def _chosen(option: str, names: str, choices: type[_Choice]) -> tuple[_Choice, ...]:
    from cgr_audit.errors import UsageError

    try:
        return tuple(dict.fromkeys(map(choices, names.split(","))))
    except ValueError:
        raise UsageError(f"{option} {names}: names some of {','.join(choices)}, with commas between") from None
