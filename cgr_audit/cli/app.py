"""The command line: every command wired in one place, every error turned into one line and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from pathlib import Path
from typing import Annotated, NoReturn, Optional

import typer

from cgr_audit.cli import (
    ask,
    audit,
    cache,
    compare,
    concordance,
    config,
    contracts,
    explain,
    export,
    gate,
    generate,
    import_,
    init,
    join,
    pipeline,
    probe,
    replay,
    report,
    rules,
    run,
    sandbox,
    schema,
    score,
    unwrap,
    verify,
    version,
)
from cgr_audit.cli import exec as execute
from cgr_audit.cli.configuration import CONFIGURED, VARIABLE, find_configuration
from cgr_audit.cli.output import set_for_command
from cgr_audit.cli.output_options import OutputCommand
from cgr_audit.control_characters import escape_lines
from cgr_audit.errors import CgrAuditError

__all__ = ["app", "command_line"]

_TyperUsageError: type[Exception] = typer.BadParameter.__base__ or typer.BadParameter
"""What typer raises for a usage error; it has no public name."""
_BROKEN_PIPE = 128 + 13
"""As a shell shows the end of a program that nobody reads from."""

app = typer.Typer(
    name="cgr-audit",
    help="Audit, gate, run and meter programs that a language model wrote, and say what their accuracy numbers mean.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        version.command()
        raise typer.Exit


@app.callback()
def _global_options(
    context: typer.Context,
    configuration: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(
            "--config",
            metavar="FILE",
            help="Use this cgr-audit.toml or pyproject.toml, not the nearest one.",
            show_default=False,
        ),
    ] = None,
    no_configuration: bool = typer.Option(False, "--no-config", help="Ignore every configuration file."),
    debug: bool = typer.Option(False, "--debug", help="Show the traceback of an error, not only its line."),
    _show_version: bool = typer.Option(
        False, "--version", "-V", is_eager=True, callback=_print_version, help="Print the version."
    ),
) -> None:
    if debug:
        os.environ["CGR_AUDIT_DEBUG"] = "1"
    if no_configuration or configuration is not None:
        set_for_command(context, VARIABLE, os.devnull if no_configuration else str(configuration))
    if context.invoked_subcommand in CONFIGURED:
        context.default_map = find_configuration().defaults()


app.command("import", cls=OutputCommand)(import_.command)
app.command("init", cls=OutputCommand)(init.command)
app.command("audit", cls=OutputCommand)(audit.command)
app.command("gate", cls=OutputCommand)(gate.command)
app.command("unwrap", cls=OutputCommand)(unwrap.command)
app.command("generate", cls=OutputCommand)(generate.command)
app.command("run", cls=OutputCommand)(run.command)
app.command("replay", cls=OutputCommand)(replay.command)
app.command("verify", cls=OutputCommand)(verify.command)
app.command("exec", cls=OutputCommand)(execute.command)
app.command("probe", cls=OutputCommand)(probe.command)
app.command("concordance", cls=OutputCommand)(concordance.command)
app.command("join", cls=OutputCommand)(join.command)
app.command("compare", cls=OutputCommand)(compare.command)
app.command("report", cls=OutputCommand)(report.command)
app.command("export", cls=OutputCommand)(export.command)
app.command("pipeline", cls=OutputCommand)(pipeline.command)
app.add_typer(ask.group, name="ask")
app.add_typer(score.group, name="score")
app.add_typer(sandbox.group, name="sandbox")
app.add_typer(cache.group, name="cache")
app.command("explain", cls=OutputCommand)(explain.command)
app.command("rules", cls=OutputCommand)(rules.command)
app.command("config", cls=OutputCommand)(config.command)
app.command("contracts", cls=OutputCommand)(contracts.command)
app.command("schema", cls=OutputCommand)(schema.command)
app.command("version", cls=OutputCommand)(version.command)


def command_line() -> NoReturn:
    """Run the command line; an error meant for a person is one line on standard error and an exit code.

    Raises:
        SystemExit: always, with the exit code.
    """
    try:
        code = _code()
        sys.stdout.flush()
        sys.exit(code)
    except _TyperUsageError as error:
        _fail_usage(error)
    except CgrAuditError as error:
        _fail(str(error), error.exit_code)
    except BrokenPipeError:
        sys.exit(_BROKEN_PIPE)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", 4)
    except MemoryError:
        _fail("this machine has too little memory for that; what was finished is kept", 4)
    except Exception as error:  # noqa: BLE001  Python would exit with 1, which says that there are findings
        _fail(f"internal error, please report it: {type(error).__name__}: {error} (`cgr-audit --debug` shows more)", 4)


def _code() -> int:
    try:
        return int(app(standalone_mode=False) or 0)
    except SystemExit as leaving:
        if leaving.code == 1:
            # So typer and rich leave where nobody reads on; no command does, since 1 says that there are findings.
            raise SystemExit(_BROKEN_PIPE) from leaving
        raise


def _fail_usage(error: Exception) -> NoReturn:
    """One line, with the command whose ``--help`` says more; a call without arguments gets the help itself."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        print(context.get_help() if context else error, file=sys.stderr)  # noqa: T201
        sys.exit(2)
    said = " ".join(str(error.format_message()).split()).replace("Value error, ", "")  # type: ignore[attr-defined]
    _fail(f"{said} (see `{context.command_path if context else 'cgr-audit'} --help`)", 2)


def _fail(message: str, exit_code: int) -> NoReturn:
    if os.environ.get("CGR_AUDIT_DEBUG"):
        print(escape_lines(traceback.format_exc()), end="", file=sys.stderr)  # noqa: T201
    with contextlib.suppress(OSError):  # nobody can be told
        print(f"cgr-audit: {escape_lines(message)}", file=sys.stderr)  # noqa: T201
    sys.exit(exit_code)
