"""``cgr-audit score clr-bench``: answers and their rationales."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.score_options import RowsArgument, ScoreOptions, with_score_options
from cgr_audit.cli.scoring import run_scorecard

if TYPE_CHECKING:
    from cgr_audit.scorecards.clr_bench.scorer import ClrBench

__all__ = ["FilterOption", "OverridesOption", "RationaleSimilarity", "ThresholdOption", "clr_bench_of", "command"]


class RationaleSimilarity(StrEnum):
    """As ``scorecards.codesteps.similarity.registry``, which costs start-up time; or none."""

    NONE = "none"
    TOKEN_SET = "token-set"  # noqa: S105  a similarity
    EMBEDDINGS = "embeddings"


FilterOption = Annotated[
    RationaleSimilarity,
    typer.Option(
        "--similarity",
        help="Compare rationales with references: by their words, or by sentence embeddings (an extra to install).",
    ),
]
ThresholdOption = Annotated[
    float,
    typer.Option(metavar="S", help="A rationale less similar to its reference counts as wrong, from 0 to 1."),
]
OverridesOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option(metavar="FILE", help="What people say of rows, which has the last word: .jsonl, .jsonl.gz, .parquet."),
]


@with_score_options
def command(
    rows: RowsArgument,
    options: ScoreOptions,
    similarity: FilterOption = RationaleSimilarity.NONE,
    threshold: ThresholdOption = 0.5,
    overrides: OverridesOption = None,
) -> None:
    """Answers and their rationales: Q→A, Q→R, Q→AR, and how many right answers were guessed."""
    run_scorecard(clr_bench_of(similarity, threshold, overrides), rows, options)


def clr_bench_of(similarity: RationaleSimilarity, threshold: float, overrides: Path | None) -> ClrBench:
    """The scorecard with its options.

    Raises:
        UsageError: the threshold or the overrides are not valid, or the similarity is not installed.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.scorecards.clr_bench.overrides import Overrides, read_overrides
    from cgr_audit.scorecards.clr_bench.scorer import ClrBench
    from cgr_audit.scorecards.codesteps.similarity.registry import SIMILARITIES

    if not 0 <= threshold <= 1:
        raise UsageError(f"--threshold {threshold}: a similarity is a number from 0 to 1, such as 0.5")
    chosen = None if similarity is RationaleSimilarity.NONE else SIMILARITIES[similarity.value]
    if chosen is not None:
        chosen.version()
    return ClrBench(threshold, chosen, Overrides() if overrides is None else read_overrides(overrides))
