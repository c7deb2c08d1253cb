"""Which stretches of a text are strings or comments, also where the text does not parse."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

__all__ = ["CodeMap"]

_TOKEN = re.compile(r"""\#.*|'{3}|"{3}|'(?:\\.|[^'\\])*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)""", re.DOTALL)
_CLOSING = {quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}", re.DOTALL) for quotes in ("'''", '"""')}


class CodeMap:
    """The strings and comments of a text, line by line. An f-string counts as a string throughout."""

    __slots__ = ("_stretches",)

    def __init__(self, lines: Sequence[str]) -> None:
        self._stretches: list[list[tuple[int, int]]] = []
        quotes: str | None = None
        for line in lines:
            stretches: list[tuple[int, int]] = []
            column = 0
            while column <= len(line):
                if quotes is not None:
                    closing = _CLOSING[quotes].match(line, column)
                    stretches.append((column, closing.end() if closing else len(line)))
                    if closing is None:
                        break
                    quotes, column = None, closing.end()
                token = _TOKEN.search(line, column)
                if token is None:
                    break
                if token[0] in _CLOSING:
                    quotes = token[0]
                stretches.append(token.span())
                column = token.end()
            self._stretches.append(stretches)

    def is_code(self, line: int, offset: int) -> bool:
        """Whether a character is code; the line counts from 1, the offset in it from 0."""
        stretches = self._stretches[line - 1]
        position = bisect_right(stretches, (offset, offset + 1_000_000_000)) - 1
        return position < 0 or offset >= stretches[position][1]
