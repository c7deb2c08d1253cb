"""Standard streams that fail as files do: closed or full, they give an error that names them."""

from __future__ import annotations

import contextlib
import io
import os
import sys

__all__ = ["prepare_streams", "silence_output"]

_INPUT, _OUTPUT, _ERROR = range(3)


class _NamedOutput(io.FileIO):
    """Standard output, whose errors say that it is standard output."""

    def write(self, data: object) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard output") from error


def prepare_streams() -> None:
    """Occupy the descriptors of closed streams, which the next file that is opened would get, and name what fails."""
    for descriptor in (_INPUT, _OUTPUT, _ERROR):
        try:
            os.fstat(descriptor)
        except OSError:
            # Reading from a closed input fails, and so does writing to a closed output; what nobody reads may go.
            os.dup2(os.open(os.devnull, os.O_RDONLY if descriptor == _OUTPUT else os.O_WRONLY), descriptor)
    sys.stdin = sys.stdin or open(_INPUT, closefd=False)  # noqa: SIM115  it stays open
    sys.stderr = sys.stderr or open(_ERROR, "w", closefd=False)  # noqa: SIM115
    before = sys.stdout
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_NamedOutput(_OUTPUT, "w", closefd=False)),
        encoding=before.encoding if before else "utf-8",
        errors=before.errors if before else "backslashreplace",
        line_buffering=bool(before and before.line_buffering),
    )


def silence_output() -> None:
    """Throw away what is still to be written, so that leaving does not fail over it again."""
    for stream, descriptor in ((sys.stdout, _OUTPUT), (sys.stderr, _ERROR)):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
