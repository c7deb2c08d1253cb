"""``cgr-audit sandbox build``: the portable components, and their machine code in the cache."""

from __future__ import annotations

import time
from typing import Annotated, Optional

import typer

from cgr_audit.cli.output import say, show
from cgr_audit.plural import counted

__all__ = ["command"]


def command(
    profile: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Option("--profile", metavar="NAME", help="Only this profile; repeatable.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Rebuild even if nothing has changed.")] = False,
) -> None:
    """Build the sandbox's components where the build tool is installed, and compile them for this machine."""
    from cgr_audit.errors import IncompleteError, UsageError
    from cgr_audit.sandbox.build import BuildError, can_build
    from cgr_audit.source.profiles import PROFILES

    wanted = list(dict.fromkeys(profile or PROFILES))
    for name in wanted:
        if name not in PROFILES:
            raise UsageError(f"--profile {name!r}: there are {', '.join(sorted(PROFILES))}")
    if not can_build():
        if force:
            raise BuildError("componentize-py is not installed; pip install componentize-py==0.25.1")
        say("componentize-py is not installed: components stay as they are (pip install componentize-py==0.25.1)")
    started = time.perf_counter()
    failed = 0
    for name in wanted:
        try:
            show(_made(name, force=force))
        except IncompleteError as error:
            say(f"profile {name}: {error}")
            failed += 1
    seconds = time.perf_counter() - started
    say(f"{counted(len(wanted), 'profile')}: {len(wanted) - failed} ready, {failed} failed · {seconds:.1f} s")
    if failed:
        raise typer.Exit(4)


def _made(profile: str, *, force: bool) -> str:
    """A line about a component that is built and compiled now."""
    from cgr_audit.sandbox.build import build_component, can_build
    from cgr_audit.sandbox.component import COMPONENT_FOLDER
    from cgr_audit.sandbox.interpreter import Interpreter

    if can_build() or not (COMPONENT_FOLDER / f"{profile}.wasm").is_file():
        build_component(profile, force=force)
    return f"{profile}  {Interpreter(profile, report=say).digest}"
