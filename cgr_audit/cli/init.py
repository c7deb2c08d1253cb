"""``cgr-audit init``: a contract to begin with, written from programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cgr_audit.cli.options import IdFieldOption, SourceFieldOption

__all__ = ["command"]


def command(
    path: Annotated[
        Path, typer.Argument(metavar="[PATH]", help="The programs: a file, folder, .zip, .jsonl or .parquet.")
    ] = Path(),
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The contract to write.")] = Path(
        "contract.toml"
    ),
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
) -> None:
    """Write a commented contract inferred from programs; never overwrite a file."""
    from cgr_audit.cli.contracts import infer_from, say_inference
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.output import inform
    from cgr_audit.errors import UsageError
    from cgr_audit.records.lines import write_atomically

    if out.exists():
        raise UsageError(f"{out}: already exists; give another --out, or remove it first")
    require_out_file(out)
    found = infer_from([str(path)], source_field, id_field)
    write_atomically(out, [found.text.encode()])
    say_inference(found)
    inform(f"written to {out}; check it with `cgr-audit contracts {out}`")
