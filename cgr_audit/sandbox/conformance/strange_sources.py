"""Sources whose bytes, not whose meaning, are strange."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.sandbox.conformance.case import Expected, Raises, Returns
from cgr_audit.sandbox.values import Instance

__all__ = ["strange_sources"]

_ANSWERS = b"def solve():\n    return 'A'\n"


def strange_sources() -> Iterator[tuple[str, bytes, tuple[Expected, ...]]]:
    """Name, source and what has to come of it."""
    yield from _SOURCES


def _nested_blocks(depth: int) -> bytes:
    return b"".join(b" " * level + b"if 1:\n" for level in range(depth)) + b" " * depth + b"pass\n"


_ANSWER_A = (Returns("A"),)
_SYNTAX_ERROR = (Raises("SyntaxError"),)
_TOO_COMPLEX = (
    Raises("SyntaxError"),
    Raises("MemoryError"),
    Raises("RecursionError"),
    Raises("IndentationError"),
)
_SOURCES: tuple[tuple[str, bytes, tuple[Expected, ...]], ...] = (
    ("nothing at all", b"", (Raises("NameError"),)),
    ("only a comment", b"# nothing\n", (Raises("NameError"),)),
    ("only blank lines", b"\n\n \n\t\n", (Raises("NameError"),)),
    ("only null statements", b";\n", _SYNTAX_ERROR),
    ("statements that do nothing", b"pass; pass;\n...\n" + _ANSWERS, _ANSWER_A),
    ("no end of line", _ANSWERS.rstrip(), _ANSWER_A),
    ("a NUL", b"x = 1\0\n" + _ANSWERS, _SYNTAX_ERROR),
    ("only a NUL", b"\0", _SYNTAX_ERROR),
    ("a NUL in a comment", b"# a\0b\n" + _ANSWERS, _SYNTAX_ERROR),
    ("bytes that are not UTF-8", b"x = '\xff\xfe'\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a lone surrogate in UTF-8", b"x = '\xed\xa0\x80'\n" + _ANSWERS, _SYNTAX_ERROR),
    ("an overlong encoding", b"x = '\xc0\x80'\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a comment that is not UTF-8", b"# \xff\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a comment that is none, at the end", _ANSWERS + b"# \xc3\x28\n", _SYNTAX_ERROR),
    ("a comment that is none, though the coding says so", b"# coding: UTF_8\n# \xff\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a comment that is none, after a mark", b"\xef\xbb\xbf# \xff\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a comment in another coding", b"#!x\n# coding: latin-1\n# \xff\n" + _ANSWERS, _ANSWER_A),
    ("a coding in the third line", b"#\n#\n# coding: latin-1\n# \xff\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a comment in UTF-8", "# 😀 ≥\n".encode() + _ANSWERS, _ANSWER_A),
    ("UTF-16", "def solve():\n    return 'A'\n".encode("utf-16"), _SYNTAX_ERROR),
    ("a byte order mark", b"\xef\xbb\xbf" + _ANSWERS, _ANSWER_A),
    ("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbf" + _ANSWERS, _SYNTAX_ERROR),
    ("a mark and another coding", b"\xef\xbb\xbf# coding: latin-1\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a coding that is there", b"# -*- coding: latin-1 -*-\ndef solve(): return '\xe9'\n", (Returns("é"),)),
    ("a coding that is not", b"# coding: no-such-codec\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a coding that is not text", b"# coding: rot13\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a coding that hides what is run", b"# coding: utf-7\ndef solve(): return '+AEE-'\n", _ANSWER_A),
    ("carriage returns", _ANSWERS.replace(b"\n", b"\r"), _ANSWER_A),
    ("carriage returns and line feeds", _ANSWERS.replace(b"\n", b"\r\n"), _ANSWER_A),
    ("every kind of line end", b"x = 1\ry = 2\r\n" + _ANSWERS, _ANSWER_A),
    ("form feeds", b"\x0c\n\x0cdef solve():\n    \x0c\n    return 'A'\n", _ANSWER_A),
    ("a form feed before the indentation", b"def solve():\n\x0c    return 'A'\n", _ANSWER_A),
    ("vertical tabs", b"def solve():\n    return\x0b'A'\n", _SYNTAX_ERROR),
    ("tabs", b"def solve():\n\treturn 'A'\n", _ANSWER_A),
    ("tabs and blanks", b"def solve():\n\tif 1:\n        return 'A'\n", (Raises("TabError"),)),
    ("no indentation", b"def solve():\nreturn 'A'\n", (Raises("IndentationError"),)),
    ("an open bracket", b"x = (\n" + _ANSWERS, _SYNTAX_ERROR),
    ("an open text", b"x = '''\n" + _ANSWERS, _SYNTAX_ERROR),
    ("a return outside", b"return 'A'\n", _SYNTAX_ERROR),
    ("a fence", b"```python\n" + _ANSWERS + b"```\n", _SYNTAX_ERROR),
    ("prose", b"Sure! Here is the program you asked for:\n", _SYNTAX_ERROR),
    ("Python 2", b"def solve():\n    print 'A'\n", _SYNTAX_ERROR),
    ("letters of other scripts", "def solve():\n    größe = 'A'\n    return größe\n".encode(), _ANSWER_A),
    ("letters that are the same", "def solve():\n    ﬁn = 'A'\n    return fin\n".encode(), _ANSWER_A),
    ("an invisible letter", "def solve():\n    a\u200bb = 1\n".encode(), _SYNTAX_ERROR),
    ("text that runs the other way", "def solve():\n    # \u202e\n    return 'A'\n".encode(), _ANSWER_A),
    ("a separator in a text", "def solve():\n    return 'a\u2028b\x85c'\n".encode(), (Returns("a\u2028b\x85c"),)),
    ("a backslash at the end", _ANSWERS + b"\\", _SYNTAX_ERROR),
    ("ten thousand lines", b"".join(b"x%d = %d\n" % (n, n) for n in range(10_000)) + _ANSWERS, _ANSWER_A),
    ("a line of a megabyte", b"x = '" + b"x" * 10**6 + b"'\n" + _ANSWERS, _ANSWER_A),
    ("a comment of a megabyte", b"#" + b" " * 10**6 + b"\n" + _ANSWERS, _ANSWER_A),
    ("a name of a megabyte", b"x" * 10**6 + b" = 1\n" + _ANSWERS, _ANSWER_A),
    ("a number of five thousand digits", b"x = " + b"9" * 5000 + b"\n" + _ANSWERS, _SYNTAX_ERROR),
    ("brackets three thousand deep", b"x = " + b"(" * 3000 + b")" * 3000 + b"\n" + _ANSWERS, _TOO_COMPLEX),
    ("blocks a hundred and fifty deep", _nested_blocks(150) + _ANSWERS, _TOO_COMPLEX),
    ("blocks ninety deep", _nested_blocks(90) + _ANSWERS, _ANSWER_A),
    (
        "a chain of twenty thousand operators",
        b"x = 1" + b" + 1" * 20_000 + b"\n" + _ANSWERS,
        (*_TOO_COMPLEX, *_ANSWER_A),
    ),
    ("f-strings in f-strings", b"def solve():\n    return f'{f'{f'{'A'}'}'}'\n", _ANSWER_A),
    ("the entry three times", b"def solve():\n    return 'C'\n" * 2 + _ANSWERS, _ANSWER_A),
    ("the entry is a class", b"class solve:\n    pass\n", (Raises("NameError"),)),
    ("the entry is a number", _ANSWERS + b"solve = 3\n", (Raises("TypeError"),)),
    ("the entry is taken away", _ANSWERS + b"del solve\n", (Raises("NameError"),)),
    ("the entry is a coroutine", b"async def solve():\n    return 'A'\n", (Returns(Instance("coroutine", None, 0)),)),
    ("no entry", b"def answer():\n    return 'A'\n", (Raises("NameError"),)),
    ("a future that is not", b"from __future__ import perfection\n" + _ANSWERS, _SYNTAX_ERROR),
    (
        "annotations that cannot be evaluated",
        b"def solve(question: Missing) -> Missing:\n    return 'A'\n",
        _ANSWER_A,
    ),
)
