"""``cgr-audit score codemind``: predicted outputs and generated programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from cgr_audit.cli.options import JobsOption, LevelOption, LimitsOption, ResamplesOption, ResamplingSeedOption
from cgr_audit.cli.scoring import (
    AuditedOption,
    ByOption,
    PlotsOption,
    RowsArgument,
    ScoreFormat,
    ScoreFormatOption,
    ScoreOutOption,
    resampling_of,
    run_scorecard,
)

__all__ = ["command"]


class Look(StrEnum):
    """Which programs are looked into, as ``LookInto``."""

    AUTO = "auto"
    ALL = "all"
    NONE = "none"


def command(
    rows: RowsArgument,
    by: ByOption = None,
    out: ScoreOutOption = None,
    audited: AuditedOption = None,
    plots: PlotsOption = None,
    format_: ScoreFormatOption = ScoreFormat.TABLES,
    look_into: Annotated[
        Look,
        typer.Option(help="Programs whose constructs, complexity and loop lengths are found; auto: unless very many."),
    ] = Look.AUTO,
    jobs: JobsOption = 1,
    limits: LimitsOption = "",
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
) -> None:
    """Predicted outputs and generated programs: IER, DER, SR, by construct, output type and loop length."""
    from cgr_audit.cli.output import say
    from cgr_audit.sandbox.limits import parse_limits
    from cgr_audit.scorecards.codemind.resolved import RunSettings
    from cgr_audit.scorecards.codemind.scorer import CodeMind
    from cgr_audit.scorecards.codemind.traits import LookInto

    bounds = parse_limits(limits) if limits else None
    run_scorecard(
        CodeMind(LookInto(look_into.value), RunSettings(jobs, bounds, say), resampling_of(resamples, seed, level)),
        rows,
        by=by or (),
        out=out,
        audited=audited,
        plots=plots,
        format_=format_,
        resampling=(resamples, seed, level),
    )
