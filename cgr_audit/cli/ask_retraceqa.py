"""``cgr-audit ask retraceqa``: reasoning of a model, and a judge's first error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.ask_options import AskOptions, JudgeOption, with_ask_options
from cgr_audit.cli.ask_session import judge_of, read_items, run_ask

if TYPE_CHECKING:
    from cgr_audit.scorecards.row_source import Rows

__all__ = ["command"]


class _Setting(StrEnum):
    """As ``scorecards.retraceqa.judgements.JudgeSetting``, which costs start-up time."""

    REFERENCE_FREE = "reference-free"
    REFERENCE_BASED = "reference-based"


class _Rule(StrEnum):
    """As ``extractors.registry``, likewise."""

    ANCHORED = "anchored"
    PUBLISHED = "published"
    LAST_LETTER = "last_letter"
    OPTION_TEXT = "option_text"


@with_ask_options
def command(
    items: Annotated[
        list[Path],
        typer.Argument(
            metavar="ITEMS...",
            help="items.jsonl of a package; or what has traces already, of which only the judge is asked: published "
            "traces (.json lists, or folders of them) and rows of ReTraceQA.",
            show_default=False,
        ),
    ],
    options: AskOptions,
    judge: JudgeOption = "",
    judge_setting: Annotated[
        _Setting, typer.Option(help="Whether the judge is shown the right answer.")
    ] = _Setting.REFERENCE_FREE,
    extractor: Annotated[
        _Rule, typer.Option(help="The rule that reads the answer out of a response; anchored: answer: X.")
    ] = _Rule.ANCHORED,
) -> None:
    """Reasoning over multiple-choice items, cut into steps; a judge says which step has the first error."""
    from cgr_audit.asking.retraceqa import PackageItem, TraceTasks
    from cgr_audit.extractors.registry import EXTRACTORS
    from cgr_audit.scorecards.retraceqa.judgements import JudgeSetting
    from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa

    judges = judge_of(judge, options)
    (rule,) = (one for one in EXTRACTORS if one.name == extractor.value)
    making = TraceTasks(None if judges is None else judges.name, JudgeSetting(judge_setting.value), rule)
    with_traces, without = _divided(items)
    tasks = making.of_traces(_traces(with_traces, options.out)) if with_traces else []
    if without:
        tasks += making.of_items(read_items(without, PackageItem(), options.out))
    elif judges is not None:
        options = replace(options, model=judge, name=None)  # only the judge is asked
    run_ask(tasks, ReTraceQa(), options, judges)


def _divided(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """The files whose lines have traces, and the others: items, that of a package named by its folder among them."""
    from cgr_audit.records.importers.tables import read_table
    from cgr_audit.scorecards.retraceqa.published_layout import is_published
    from cgr_audit.source.packages import is_package

    with_traces, without = [], []
    for path in paths:
        if is_package(path):
            without.append(path / "items.jsonl")
        elif is_published(path) or {"steps", "trace"}.intersection(read_table(path).columns):
            with_traces.append(path)
        else:
            without.append(path)
    return with_traces, without


def _traces(paths: Sequence[Path], out: Path) -> Rows:
    from cgr_audit.scorecards.retraceqa.published_layout import read_traces
    from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa

    return read_items(paths, ReTraceQa(), out, read_traces)
