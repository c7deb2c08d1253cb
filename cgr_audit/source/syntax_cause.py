"""Why a text is not a Python program: one cause, at one exact place, told alike on every host."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.source.concrete import concrete_tree
from cgr_audit.source.fences import is_fence_mark
from cgr_audit.source.parse import ParseFailure
from cgr_audit.source.positions import Span
from cgr_audit.source.scan import Place, scan
from cgr_audit.source.text import SourceText, TextProblem, split_lines
from cgr_audit.source.truncation import is_truncated
from cgr_audit.source.unwrap import Unwrapped, unwrap

__all__ = ["CauseKind", "SyntaxCause", "encoding_cause", "syntax_cause"]

_PYTHON_2 = re.compile(
    r"""^\s*print\s+(?![=(.\[,])\S | ^\s*print\s+\(.*\)\s*% | ^\s*exec\s+['"\w] | ^\s*raise\s+[\w.]+\s*,\s*\S | <>
      | (?<![\w.])0+[1-9]\d*(?![\w.]) | (?<![\w.])(?:0[xX][\da-fA-F]+|\d+)[lL]\b | (?<!\w)[uU][rR]['"] | `[^`]+` """,
    re.VERBOSE,
)
_TOKEN = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\w.]+|\*\*=?|//=?|[-+*/%@&|^=<>!:]=|->|\.\.\.|\S""")
_STRING = re.compile(r"""'(?:\\.|[^'\\])*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)|\#.*""")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STATEMENT = re.compile(r"\s*(?:return\b|[\w.]+\s*(?:[-+*/]?=)(?!=)|(?:for|if|while|def|import)\b.*)")
_SUITE_HEAD = re.compile(r"\s*(?:async|def|class|if|elif|else|for|while|with|try|except|finally|match|case)\b")


class CauseKind(StrEnum):
    """The causes, as the evidence of CGR001 names them."""

    FENCE = "fence"
    """Markdown fences."""
    PROSE = "prose"
    """Sentences around or between code, or nothing else."""
    TRUNCATED = "truncated"
    """The text ends in the middle of something."""
    INDENTATION = "indentation"
    """Indented where nothing is open, or by white space that fits no block."""
    UNTERMINATED_STRING = "unterminated string"
    PYTHON_2 = "Python 2"
    NULL_BYTE = "null byte"
    COMPILE_ERROR = "compile error"
    """It parses, and the compiler refuses it."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class SyntaxCause:
    """Why a text does not parse or compile."""

    kind: CauseKind
    span: Span
    """The offending place."""
    message: str
    """What is wrong there, in a few words."""
    opened: Span | None = None
    """The bracket that the text leaves open, if that is the cause."""


def syntax_cause(text: str, failure: ParseFailure, unwrapped: Unwrapped | None = None) -> SyntaxCause:
    """Tell why a text does not parse.

    Args:
        text: the text as a whole.
        failure: what the parser said of it.
        unwrapped: what the text holds, where that is known already.
    """
    lines = split_lines(text)
    if "\0" in text:
        return SyntaxCause(
            CauseKind.NULL_BYTE, Span(failure.line, failure.column, failure.line, failure.column + 1), "a null byte"
        )
    if failure.by_compiler:
        return SyntaxCause(CauseKind.COMPILE_ERROR, _token_at(lines, failure.line, failure.column), failure.message)
    return _Judgement(text, lines, failure, unwrapped).cause()


def encoding_cause(source: SourceText) -> SyntaxCause:
    """Tell where bytes are not text: the first that its encoding does not know, or the line that names the encoding."""
    lines = split_lines(source.text)
    if source.problem is TextProblem.UNKNOWN_ENCODING:
        number = next((number for number, line in enumerate(lines[:2], 1) if "coding" in line), 1)
        return SyntaxCause(CauseKind.OTHER, _whole(lines, number), source.detail)
    for number, line in enumerate(lines, 1):
        match = _SURROGATE.search(line)
        if match is not None:
            span = Span(number, match.start() + 1, number, match.end() + 1)
            return SyntaxCause(CauseKind.OTHER, span, source.detail)
    return SyntaxCause(CauseKind.OTHER, _whole(lines, 1), source.detail)


class _Judgement:
    """Weighs what the parser, the scan and the search for prose say of one text."""

    def __init__(self, text: str, lines: list[str], failure: ParseFailure, unwrapped: Unwrapped | None) -> None:
        self.text = text
        self.lines = lines
        self.failure = failure
        self.scan = scan(text)
        self.unwrapped = unwrapped if unwrapped is not None else unwrap(text, lambda _piece: False)
        has_place = "error at" in failure.message or failure.line > 1
        places = [failure.line] if has_place else []
        if self.scan.first_fault is not None:
            places.append(self.scan.first_fault)
        self.line = min(places, default=len(lines))
        """The first line that cannot stand."""

    def cause(self) -> SyntaxCause:
        return (
            self.around_code()
            or self.python_2()
            or self.leading_indent()
            or self.cut_off()
            or self.scanned()
            or self.wrong_indent()
            or self.other()
        )

    def around_code(self) -> SyntaxCause | None:
        """A fence or prose at or before the first line that cannot stand."""
        outside = self.unwrapped.outside
        if outside is None or outside > self.line or self.scan.in_string(outside):
            return None
        span = _whole(self.lines, outside)
        if is_fence_mark(self.lines[outside - 1]):
            return SyntaxCause(CauseKind.FENCE, span, "a Markdown fence stands where code should")
        return SyntaxCause(CauseKind.PROSE, span, "words stand where code should")

    def python_2(self) -> SyntaxCause | None:
        """What Python 2 let one write, outside strings and comments, on the offending line or the one before it."""
        for number in dict.fromkeys((self.line, self.failure.line, self.failure.line - 1)):
            line = self.lines[number - 1] if 0 < number <= len(self.lines) else ""
            bare = _STRING.sub(lambda string: string[0][0] + "_" * (len(string[0]) - 1), line)
            match = _PYTHON_2.search(bare)
            if match is None or self.scan.in_string(number):
                continue
            is_statement = match.start() == 0 and match[0].lstrip()[:1].isalpha()
            inside = Span(number, match.start() + 1, number, match.end() + 1)
            return SyntaxCause(
                CauseKind.PYTHON_2,
                _whole(self.lines, number) if is_statement else inside,
                "a statement that Python 3 does not have",
            )
        return None

    def leading_indent(self) -> SyntaxCause | None:
        """The first line of code is indented."""
        for number, line in enumerate(self.lines, 1):
            if line.strip() and not line.lstrip().startswith("#"):
                blank = len(line) - len(line.lstrip(" \t"))
                if not blank:
                    return None
                span = Span(number, 1, number, blank + 1)
                return SyntaxCause(CauseKind.INDENTATION, span, "the first line is indented")
        return None

    def cut_off(self) -> SyntaxCause | None:
        """The text ends in the middle of something."""
        fault = self.scan.first_fault
        if fault is not None and (self.scan.open_string is None or fault < self.scan.open_string.line):
            return None
        opened = self.scan.open_string
        if opened is not None and self.is_closed_by_nothing(opened):
            return None
        at_end = self.failure.line >= self.scan.last_code_line
        if not (opened or self.scan.open_brackets or at_end) or not is_truncated(self.text, self.scan, self.line):
            return None
        line = self.scan.last_code_line
        end = len(self.lines[line - 1].rstrip()) + 1
        if opened is not None:
            return SyntaxCause(CauseKind.TRUNCATED, _span(opened), "the text ends inside a string")
        message = "the text ends inside brackets" if self.scan.open_brackets else "the text ends in mid-statement"
        token = _last_token(self.lines[line - 1], end - 1)
        brackets = self.scan.open_brackets
        bracket = _span(brackets[-1][0]) if brackets else None
        return SyntaxCause(CauseKind.TRUNCATED, Span(line, token[0] + 1, line, token[1] + 1), message, bracket)

    def is_closed_by_nothing(self, opened: Place) -> bool:
        """Whether statements go on after an open string, so that its quotes were forgotten."""
        if len(self.scan.open_quotes) == 1:
            return any(line.strip() for line in self.lines[opened.line :])
        return any(_STATEMENT.match(line) is not None for line in self.lines[opened.line :])

    def scanned(self) -> SyntaxCause | None:
        """What the scan found on the first line that cannot stand."""
        found = self.scan
        if found.open_string is not None and found.open_string.line == self.line:
            return SyntaxCause(CauseKind.UNTERMINATED_STRING, _span(found.open_string), "a string that nothing closes")
        if found.bad_indent is not None and found.bad_indent[0].line == self.line:
            return SyntaxCause(CauseKind.INDENTATION, _span(found.bad_indent[0]), found.bad_indent[1])
        if found.mismatch is not None and found.mismatch.line == self.line:
            return SyntaxCause(CauseKind.OTHER, _span(found.mismatch), "a bracket that closes nothing")
        if found.stray is not None and found.stray.line == self.line:
            return SyntaxCause(CauseKind.OTHER, _span(found.stray), "a character that Python has no use for")
        if found.open_brackets and not found.first_fault:
            return SyntaxCause(CauseKind.OTHER, _span(found.open_brackets[-1][0]), "a bracket that nothing closes")
        return None

    def wrong_indent(self) -> SyntaxCause | None:
        """An indented line where no block begins, or none where one does."""
        number = min(self.failure.line, len(self.lines))
        line = self.lines[number - 1]
        blank = len(line) - len(line.lstrip(" \t\f"))
        if "expected INDENT" in self.failure.message:
            start, end = _last_token(line, self.failure.column - 1)
            message = "an indented block is missing here"
            return SyntaxCause(CauseKind.INDENTATION, Span(number, start + 1, number, end + 1), message)
        is_first_token = 0 < self.failure.column - 1 <= blank
        if is_first_token and "pass" in self.failure.message:
            span = Span(number, 1, number, blank + 1)
            return SyntaxCause(CauseKind.INDENTATION, span, "indented where no block begins")
        return None

    def other(self) -> SyntaxCause:
        invalid = self.bad_identifier()
        if invalid is not None:
            return invalid
        if self.failure.message.startswith("tokenizer error"):
            return self.tokenizers()
        if "error at" not in self.failure.message:
            span = _token_at(self.lines, self.failure.line, self.failure.column)
            return SyntaxCause(CauseKind.OTHER, span, self.failure.message)
        number = min(self.failure.line, len(self.lines))
        before = self.lines[number - 1][: self.failure.column - 1]
        while number > 1 and not before.strip():
            number -= 1
            before = self.lines[number - 1].rstrip()
        start, end = _last_token(before, len(before))
        at_end = number < self.failure.line
        if at_end and _SUITE_HEAD.match(before) is not None and not before.endswith(":"):
            return SyntaxCause(CauseKind.OTHER, Span(number, end + 1, number, end + 1), "a colon is missing here")
        message = "the statement is not finished" if at_end else f"unexpected {before[start:end][:40]!r}"
        return SyntaxCause(CauseKind.OTHER, Span(number, start + 1, number, end + 1), message)

    def tokenizers(self) -> SyntaxCause:
        """A complaint of libcst's tokenizer, which names no place: the first line that brings it about."""
        low, high = 0, len(self.lines)
        while high - low > 1:
            middle = (low + high) // 2
            is_before = concrete_tree("\n".join(self.lines[:middle]) + "\n") != self.failure.message
            low, high = (middle, high) if is_before else (low, middle)
        message = self.failure.message.removeprefix("tokenizer error: ")
        return SyntaxCause(CauseKind.OTHER, _whole(self.lines, high), message)

    def bad_identifier(self) -> SyntaxCause | None:
        """A character that no identifier may hold, where the tokenizer stopped at one."""
        if "is not a valid identifier" not in self.failure.message:
            return None
        for number, line in enumerate(self.lines, 1):
            for word in _TOKEN.finditer(line):
                for offset, character in enumerate(word[0]):
                    inside = not character.isascii() and word[0][0] not in "'\""
                    if inside and not ("a" + character).isidentifier():
                        column = word.start() + offset + 1
                        message = f"U+{ord(character):04X} is not a character of code"
                        return SyntaxCause(CauseKind.OTHER, Span(number, column, number, column + 1), message)
        return None


def _span(place: Place) -> Span:
    return Span(place.line, place.column, place.line, place.end_column)


def _whole(lines: list[str], number: int) -> Span:
    """A line without the white space around it."""
    line = lines[number - 1]
    return Span(number, len(line) - len(line.lstrip()) + 1, number, len(line.rstrip()) + 1)


def _last_token(line: str, before: int) -> tuple[int, int]:
    """Offsets of the last token that begins before an offset of a line."""
    found = (0, 0)
    for token in _TOKEN.finditer(line):
        if token.start() >= before:
            break
        found = token.span()
    return found


def _token_at(lines: list[str], number: int, column: int) -> Span:
    """The token at a place that a compiler named."""
    number = min(max(number, 1), len(lines))
    line = lines[number - 1]
    for token in _TOKEN.finditer(line):
        if token.end() >= column:
            return Span(number, token.start() + 1, number, token.end() + 1)
    return Span(number, len(line) + 1, number, len(line) + 1)
