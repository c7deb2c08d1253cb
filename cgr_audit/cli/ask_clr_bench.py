"""``cgr-audit ask clr-bench``: answers with their rationales, and a judge's grades."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from cgr_audit.cli.ask_options import AskOptions, ItemsArgument, JudgeOption, with_ask_options
from cgr_audit.cli.ask_session import judge_of, read_items, run_ask
from cgr_audit.cli.score_clr_bench import (
    FilterOption,
    OverridesOption,
    RationaleSimilarity,
    ThresholdOption,
    clr_bench_of,
)

__all__ = ["command"]


@with_ask_options
def command(
    items: ItemsArgument,
    options: AskOptions,
    judge: JudgeOption = "",
    similarity: FilterOption = RationaleSimilarity.NONE,
    threshold: ThresholdOption = 0.5,
    judge_all: Annotated[
        bool,
        typer.Option(
            "--judge-all", help="Ask the judge also about rationales that the filter stops, to compare the two."
        ),
    ] = False,
    overrides: OverridesOption = None,
    model_size: Annotated[
        Optional[float],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="B", min=0, show_default=False, help="Of the model, in billions of parameters; for rows."),
    ] = None,
) -> None:
    """Answers to five types of questions with their rationales, which a filter, a judge and people grade."""
    from dataclasses import replace

    from cgr_audit.asking.clr_bench import AnswerTasks, QuestionItem
    from cgr_audit.errors import UsageError

    if not judge and similarity is RationaleSimilarity.NONE and overrides is None:
        raise UsageError("nothing would grade rationales: give --judge SPEC, --similarity NAME or --overrides FILE")
    scorer = clr_bench_of(similarity, threshold, overrides)
    judges = judge_of(judge, options)
    name = None if judges is None else judges.name
    tasks = AnswerTasks(name, scorer.similarity, threshold, judge_all, model_size)
    questions = read_items(items, QuestionItem(), options.out)
    # Rows have the similarities that they were filtered by.
    run_ask(tasks.of_items(questions), replace(scorer, similarity=None), options, judges)
