"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

__all__ = [
    "ContractOption",
    "IdFieldOption",
    "JobsOption",
    "LimitsOption",
    "OutFolderOption",
    "OutOption",
    "PathsArgument",
    "PolicyOption",
    "RunJobsOption",
    "SeedOption",
    "SolverOption",
    "SourceFieldOption",
]

PathsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...",
        help="Files, folders (their *.py, recursive), zip files, .jsonl, .jsonl.gz or .parquet files, a trace package, "
        "or - for standard input.",
        show_default=False,
    ),
]
ContractOption = Annotated[
    str,
    typer.Option("--contract", metavar="NAME|FILE", help="A built-in contract (see `contracts`) or a TOML file."),
]
SourceFieldOption = Annotated[
    str, typer.Option(metavar="FIELD", help="The field of a row that holds the program's text.")
]
IdFieldOption = Annotated[str, typer.Option(metavar="FIELD", help="The field of a row that holds the program's id.")]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=1, metavar="N", help="How many work side by side.")]
RunJobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Runs in flight; 0: as many as processors.")
]
LimitsOption = Annotated[
    str, typer.Option(metavar="K=V,...", help="fuel, memory, wall, calls, prompt, output, result; as in fuel=1e9.")
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="What randomness inside programs follows from.")]
PolicyOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option(metavar="FILE", help="The policy that the verdicts were made by.", show_default=False),
]
OutFolderOption = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="DIR", help="The folder to write to; it is a package.", show_default=False),
]
OutOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--out", "-o", metavar="FILE", help="Write here instead of to standard output."),
]

SolverOption = Annotated[
    str,
    typer.Option(
        metavar="SPEC",
        show_default=False,
        help="constant:TEXT, cycle:TEXT|TEXT|..., seeded:N, fail, replay:PACKAGE or openai:BASE_URL#MODEL; "
        "+delay:MS after any of them.",
    ),
]
