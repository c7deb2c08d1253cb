"""A scan of a text for what no parser needs to judge: strings and brackets left open, and indentation that cannot be.

It reads texts that do not parse, on every host alike, and never fails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cgr_audit.source.text import split_lines

__all__ = ["Place", "Scan", "nests_too_deeply", "scan"]

_TOKEN = re.compile(
    r"""(?P<comment>\#.*) | (?P<triple>'{3}|"{3}) | (?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
      | (?P<quote>['"]) | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<stray>[$?`]|!(?!=)|\\(?=.)) """,
    re.VERBOSE,
)
_CLOSING = {quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}") for quotes in ("'''", '"""')}
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_TAB_STOP = 8
_BRACKET = re.compile(r"[()\[\]{}]")
_DEEPEST = 200


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch on one line: the line from 1, columns from 1 in code points, the end exclusive."""

    line: int
    column: int
    end_column: int


@dataclass(slots=True)
class Scan:
    """What a scan found, each the first of its kind."""

    open_string: Place | None = None
    """A string that its line (or, with three quotes, the text) does not close: from its quotes to the line's end."""
    open_quotes: str = ""
    """The quotes of that string."""
    open_brackets: list[tuple[Place, str]] = field(default_factory=list)
    """Brackets that nothing closes, outermost first, each with what would close it."""
    mismatch: Place | None = None
    """A closing bracket that closes nothing."""
    stray: Place | None = None
    """A character that Python has no use for."""
    bad_indent: tuple[Place, str] | None = None
    """White space that fits no block, and what is wrong with it."""
    last_code_line: int = 0
    """The last line with anything but blanks and comments."""
    strings: list[tuple[int, int]] = field(default_factory=list)
    """First and last line of every string of several lines."""

    @property
    def first_fault(self) -> int | None:
        """The line of the first fault other than an open bracket."""
        indent = self.bad_indent[0] if self.bad_indent is not None else None
        places = [place for place in (self.open_string, self.mismatch, self.stray, indent) if place is not None]
        return min(places).line if places else None

    def in_string(self, line: int) -> bool:
        """Whether a line begins inside a string of several lines."""
        return any(first < line <= last for first, last in self.strings)


def scan(text: str) -> Scan:
    """Scan a text from its beginning to its end."""
    return _Scanner(split_lines(text)).run()


def nests_too_deeply(text: str) -> bool:
    """Whether brackets stand in each other more than 200 deep, which CPython refuses and other parsers overflow on."""
    if sum(map(text.count, "([{")) <= _DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in _PAIRS else max(0, depth - 1)
        if depth > _DEEPEST:
            return True
    return False


class _Scanner:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found = Scan()
        self.indents = [(0, 0)]
        self.is_continued = False

    def run(self) -> Scan:
        number = 1
        column = 0
        while number <= len(self.lines):
            if column == 0:
                self.begin_line(number)
            number, column = self.rest_of_line(number, column)
        return self.found

    def begin_line(self, number: int) -> None:
        line = self.lines[number - 1]
        body = line.strip(" \t\f")
        if not body or body.startswith("#"):
            return
        self.found.last_code_line = number
        if not self.found.open_brackets and not self.is_continued and self.found.bad_indent is None:
            self.check_indent(number, line)

    def check_indent(self, number: int, line: str) -> None:
        """Compare an indentation with those it stands in, with tabs to eight columns and with tabs as one."""
        blank = line[: len(line) - len(line.lstrip(" \t\f"))]
        blank_only = blank.rpartition("\f")[2]
        indent = (len(blank_only.expandtabs(_TAB_STOP)), len(blank_only))
        place = Place(number, 1, len(blank) + 1)
        wide, narrow = self.indents[-1]
        if (indent[0] > wide) != (indent[1] > narrow) or (indent[0] == wide) != (indent[1] == narrow):
            self.found.bad_indent = (place, "tabs and spaces are mixed")
            return
        if indent[0] > wide:
            self.indents.append(indent)
            return
        while self.indents[-1][0] > indent[0]:
            self.indents.pop()
        if self.indents[-1][0] != indent[0]:
            self.found.bad_indent = (place, "goes back to no block around it")
        elif self.indents[-1][1] != indent[1]:
            self.found.bad_indent = (place, "tabs and spaces are mixed")

    def rest_of_line(self, number: int, column: int) -> tuple[int, int]:
        """Read a line from a column on; where to go on."""
        line = self.lines[number - 1]
        self.is_continued = False
        for token in _TOKEN.finditer(line, column):
            place = Place(number, token.start() + 1, token.end() + 1)
            match token.lastgroup:
                case "triple":
                    return self.triple(token[0], place)
                case "quote" if self.found.open_string is None:
                    self.found.open_string = Place(number, place.column, len(line) + 1)
                    self.found.open_quotes = token[0]
                case "open":
                    self.found.open_brackets.append((place, _PAIRS[token[0]]))
                case "close":
                    self.close(token[0], place)
                case "stray" if self.found.stray is None:
                    self.found.stray = place
            if token.lastgroup == "quote":
                break
        else:
            self.is_continued = line.endswith("\\")
        return number + 1, 0

    def triple(self, quotes: str, place: Place) -> tuple[int, int]:
        number, column = place.line, place.end_column - 1
        while number <= len(self.lines):
            match = _CLOSING[quotes].match(self.lines[number - 1], column)
            if match is not None:
                self.found.strings.append((place.line, number))
                self.found.last_code_line = number
                # A column past the end keeps the rest of the line from being taken for its beginning.
                return number, max(match.end(), 1)
            number, column = number + 1, 0
        if self.found.open_string is None:
            end = len(self.lines[place.line - 1]) + 1
            self.found.open_string, self.found.open_quotes = Place(place.line, place.column, end), quotes
        return number, 0

    def close(self, bracket: str, place: Place) -> None:
        if self.found.open_brackets and self.found.open_brackets[-1][1] == bracket:
            self.found.open_brackets.pop()
        elif self.found.mismatch is None:
            self.found.mismatch = place
