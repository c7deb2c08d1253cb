"""``cgr-audit score codesteps``: thought steps and the code that follows them."""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Optional

import typer

from cgr_audit.cli.options import JobsOption, LimitsOption
from cgr_audit.cli.score_options import RowsArgument, ScoreOptions, with_score_options
from cgr_audit.cli.scoring import program_runner, run_scorecard

__all__ = ["command"]


class _Pointer(StrEnum):
    """As ``scorecards.codesteps.alignment.Pointer``, which costs start-up time."""

    PRINTED = "printed"
    RESET = "reset"


class _Similarity(StrEnum):
    """As ``scorecards.codesteps.similarity.registry``, likewise."""

    TOKEN_SET = "token-set"  # noqa: S105  a similarity
    EMBEDDINGS = "embeddings"


@with_score_options
def command(
    rows: RowsArgument,
    options: ScoreOptions,
    threshold: Annotated[
        float, typer.Option(metavar="A", help="Lowest similarity at which steps match, from 0 to 1.")
    ] = 0.8,
    alphas: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="A,A,...", help="Thresholds of the curve; from 0.5 to 0.95 by 0.05 without."),
    ] = None,
    pointer: Annotated[
        _Pointer,
        typer.Option(
            help="After a reference step without a match, search on from the end (printed, as in the paper's "
            "algorithm) or from where that search began (reset)."
        ),
    ] = _Pointer.PRINTED,
    similarity: Annotated[
        _Similarity,
        typer.Option(help="How similar steps are: by their words, or by sentence embeddings (an extra to install)."),
    ] = _Similarity.TOKEN_SET,
    limits: LimitsOption = "",
    jobs: JobsOption = 0,
) -> None:
    """Thought steps and code: SWS, F1, BLEU and ROUGE-L of steps, CodeBLEU and pass@k of code, kinds of failures."""
    from cgr_audit.scorecards.codesteps.alignment import Pointer
    from cgr_audit.scorecards.codesteps.scorer import GRID, CodeSteps
    from cgr_audit.scorecards.codesteps.similarity.registry import SIMILARITIES

    least, curve = _share(str(threshold), "--threshold"), GRID if alphas is None else _grid(alphas)
    _require_told_apart({least, *curve})
    scorer = CodeSteps(
        threshold=least,
        thresholds=curve,
        pointer=Pointer(pointer.value),
        similarity=SIMILARITIES[similarity.value],
        running=program_runner(jobs, limits),
    )
    run_scorecard(scorer, rows, options)


def _grid(text: str) -> tuple[float, ...]:
    """The thresholds named, sorted, each once."""
    return tuple(sorted({_share(part, "--alphas") for part in text.split(",")}))


def _require_told_apart(thresholds: Set[float]) -> None:
    """Refuse thresholds that a table would show as the same."""
    from cgr_audit.errors import UsageError

    for one, other in pairwise(sorted(thresholds)):
        if f"{one:.3f}" == f"{other:.3f}":
            raise UsageError(
                f"thresholds {one!r} and {other!r}: tables would show both as {one:.3f}; let them differ by 0.001"
            )


def _share(text: str, option: str) -> float:
    from cgr_audit.errors import UsageError

    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 1:
        raise UsageError(f"{option} {text}: a similarity is a number from 0 to 1, such as 0.8")
    return abs(value)
