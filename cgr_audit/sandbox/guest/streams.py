"""Standard streams of a run: nothing to read, and what is written is kept up to a limit."""

import io
import sys

from .untouched import BUILTINS

__builtins__ = BUILTINS


_mro_of = type.__dict__["__mro__"].__get__


def capture_output(end_run):
    """Replace the three streams; gives the function that sets the limit and the one that returns what was written.

    ``end_run(text)`` tells the host that the limit was passed, and does not come back.
    """
    chunks = []
    used = 0
    limit = 0

    def keep(text):
        nonlocal used
        if type(text) is not str:
            if not any([base is str for base in _mro_of(type(text))]):
                raise TypeError("write() argument must be str")
            text = str.__str__(text)
        used += len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        if used > limit:
            end_run(f"output:{used}")
        chunks.append(text)
        return len(text)

    class Captured(io.TextIOBase):
        """A text stream that can only be written to."""

        encoding = "utf-8"
        errors = "strict"

        def writable(self):
            return True

        def write(self, text):
            return keep(text)

    sys.stdin = sys.__stdin__ = io.StringIO()
    sys.stdout = sys.__stdout__ = Captured()
    sys.stderr = sys.__stderr__ = Captured()

    def allow(size):
        nonlocal limit
        limit = size

    def written():
        return "".join(chunks)

    return allow, written
