"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

__all__ = [
    "ContractOption",
    "IdFieldOption",
    "JobsOption",
    "OutOption",
    "PathsArgument",
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
