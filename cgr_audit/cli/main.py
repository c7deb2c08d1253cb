"""The command line as a process of its own: what signals do to it, from its first moment to its last."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["main"]

_SIGNALLED = 128
"""What a shell adds to the number of the signal that ended a program."""


class _Stopped(BaseException):
    """A signal asks the process to end. Not a ``SystemExit``, which a rule may raise and whoever calls it catches."""

    def __init__(self, code: int) -> None:
        self.code = code


def main() -> NoReturn:
    """Run the command line as a process of its own, which ends with it.

    Raises:
        SystemExit: always, with the exit code.
    """
    _on_signals(_leave)  # there is nothing to clean up while the commands are imported
    from cgr_audit.cli.streams import prepare_streams, silence_output

    prepare_streams()
    from cgr_audit.cli.app import command_line

    sys.unraisablehook = _leave_if_stopped
    _on_signals(_stop)
    try:
        command_line()
    except _Stopped as stopped:
        code = stopped.code
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        _on_signals(_leave)
    silence_output()
    threads = sys.modules.get("cgr_audit.sandbox.threads")
    if threads is not None and threads.guests_are_running():
        _leave_at_once(code)
    sys.exit(code)


def _on_signals(handler: Callable[[int, FrameType | None], object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    """Leave as a shell expects of an interrupted program; typer would exit with 1, which says: findings."""
    _on_signals(_leave_silently)
    _say_stopped()
    raise _Stopped(_SIGNALLED + number)


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    _say_stopped()
    os._exit(_SIGNALLED + number)


def _leave_silently(number: int, _frame: FrameType | None) -> NoReturn:
    """A second signal does not wait for what the first one began to clean up."""
    os._exit(_SIGNALLED + number)


def _say_stopped() -> None:
    with suppress(OSError):
        os.write(2, b"cgr-audit: stopped\n")


def _leave_if_stopped(unraisable: UnraisableHookArgs) -> None:
    """Nothing can be raised inside a finalizer: a signal that arrives there would be shown and then forgotten."""
    if isinstance(unraisable.exc_value, _Stopped):
        _leave_at_once(unraisable.exc_value.code)
    sys.__unraisablehook__(unraisable)


def _leave_at_once(code: int) -> NoReturn:
    """Leave although guests are running, as after Ctrl-C while solvers are asked.

    The ordinary way out of the interpreter ends threads by unwinding them, before CPython 3.14, and one that is inside
    a guest has frames that cannot be unwound: the process would die of it.
    """
    atexit._run_exitfuncs()  # noqa: SLF001  there is no public name for what `sys.exit` leads to
    os._exit(code)
