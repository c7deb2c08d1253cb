"""From a program's bytes to its code."""

import codecs
import re

from .fault import PROGRAM
from .untouched import BUILTINS

__builtins__ = BUILTINS

_declared_encoding = re.compile(
    rb"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))??[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)"
).match


def compiled(source):
    """The code of a program; raises what CPython raises for a file with these bytes."""
    code = compile(source, PROGRAM, "exec", dont_inherit=True)
    # Of bytes in memory, the compiler takes what is no UTF-8 where a comment holds it; of a file it does not.
    if not source.isascii() and _is_utf8(source):
        try:
            source.decode()
        except UnicodeDecodeError as error:
            line = source.count(b"\n", 0, error.start) + 1
            message = f"(unicode error) 'utf-8' codec can't decode byte 0x{source[error.start]:02x}: {error.reason}"
            raise SyntaxError(message, (PROGRAM, line, 0, None)) from None
    return code


def _is_utf8(source):
    """Whether that is the encoding of a source that compiles."""
    declared = _declared_encoding(source)
    return declared is None or codecs.lookup(declared.group(1).decode()).name == "utf-8"
