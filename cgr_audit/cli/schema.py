"""``cgr-audit schema``: the JSON Schema of one kind of record."""

from __future__ import annotations

import json
from typing import Annotated

import typer

__all__ = ["command"]


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Print this schema.", show_default=False)] = "",
) -> None:
    """Print the JSON Schema of a record, or list the schemas."""
    from cgr_audit.schema import load_schema, schema_names

    if name:
        typer.echo(json.dumps(load_schema(name), indent=2, ensure_ascii=False))
        return
    for known in schema_names():
        typer.echo(known)
