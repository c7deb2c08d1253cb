"""``cgr-audit export``: a package to pass on, on request without the texts of its items and models."""

from __future__ import annotations

from typing import Annotated

import typer

from cgr_audit.cli.options import OutFolderOption
from cgr_audit.cli.packages import PackageArgument

__all__ = ["command"]


def command(
    package: PackageArgument,
    out: OutFolderOption,
    redact: Annotated[
        bool,
        typer.Option(
            "--redact",
            help="Leave out questions, options' texts, prompts and responses of items that are not marked as "
            "redistributable.",
        ),
    ] = False,
) -> None:
    """Copy the files of a package, and no others, into a new folder to pass on.

    Accuracy, verdicts and the page can be made of a redacted package as of the whole one; nothing can be run again.
    """
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.output import inform
    from cgr_audit.plural import counted
    from cgr_audit.records.package import open_package
    from cgr_audit.records.redaction import export_package

    require_out_folder(out)
    exported = export_package(open_package(package), out.resolve(), redact=redact)
    items = len(exported.package.items)
    kept = items - exported.redacted
    parts = [counted(items, "item"), counted(len(exported.package.programs), "program")]
    parts += [counted(exported.package.consistency.results, "row")] if exported.package.consistency.results else []
    if redact:
        parts.append(f"texts of {counted(exported.redacted, 'item')} left out")
        parts += [f"{counted(kept, 'item is', 'items are')} redistributable"] if kept else []
    inform(f"{', '.join(parts)} · {out}")
