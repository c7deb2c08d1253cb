r"""A table as LaTeX with ``booktabs`` rules, to be put into a paper with ``\input``.

The text is plain ASCII that every engine sets in its default fonts: accents are written as commands, and a character
that has none is spelled out as its code point.
"""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType

from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["escape_latex", "latex"]

_COMMANDS = MappingProxyType(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\symbol{34}",
        "–": "--",
        "—": "---",
        "−": "$-$",
        "×": r"$\times$",
        "·": r"$\cdot$",
        "±": r"$\pm$",
        "…": r"\ldots{}",
        "␣": r"\textvisiblespace{}",
        "\u2018": "`{}",
        "\u2019": "'{}",
        "\u201c": "``{}",
        "\u201d": "''{}",
        "ß": r"\ss{}",
        "æ": r"\ae{}",
        "Æ": r"\AE{}",
        "œ": r"\oe{}",
        "Œ": r"\OE{}",
        "ø": r"\o{}",
        "Ø": r"\O{}",
        "ł": r"\l{}",
        "Ł": r"\L{}",
        "\u0131": r"\i{}",
        "§": r"\S{}",
    }
)
_ACCENTS = MappingProxyType(
    {
        "\u0300": "`",
        "\u0301": "'",
        "\u0302": "^",
        "\u0303": "~",
        "\u0304": "=",
        "\u0306": "u",
        "\u0307": ".",
        "\u0308": '"',
        "\u030a": "r",
        "\u030b": "H",
        "\u030c": "v",
        "\u0327": "c",
    }
)
"""Combining characters, and the commands that every font encoding knows for them."""
_FIRST, _SECOND = "-'`,?!", "-'`,"
"""What together with what may become a ligature, such as an en dash."""
_LONGEST = 40
"""More rows do not fit on a page."""
_LONGEST_HEADING = 12
"""In characters."""
_SPELLED_OUT = "U+"
_PLUS = re.compile(r"\+(?=\d)")


def latex(table: Table) -> str:
    """Floats no wider than the text, more than one where a table is long; packages ``booktabs`` and ``graphicx``."""
    rows = [_line([_cell(*pair) for pair in zip(table.columns, row, strict=True)]) for row in table.cells()]
    parts = [rows[start : start + _LONGEST] for start in range(0, len(rows), _LONGEST)] or [[]]
    return "\n".join(_float(table, part, number, len(parts)) for number, part in enumerate(parts, start=1))


def _float(table: Table, rows: list[str], number: int, parts: int) -> str:
    title = table.title if parts == 1 else f"{table.title} ({number} of {parts})"
    label = table.name if number == 1 else f"{table.name}-{number}"
    alignment = "".join("l" if column.kind.is_text else "r" for column in table.columns)
    note = [rf"\par\smallskip\footnotesize {escape_latex(table.note)}"] if table.note and number == parts else []
    lines = [
        r"\begin{table}",
        rf"\caption{{{escape_latex(title)}}}",
        rf"\label{{tab:{label}}}",
        r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{{alignment}}}",
        r"\toprule",
        _line([_heading(column) for column in table.columns]),
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}}",
        *note,
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def escape_latex(text: str) -> str:
    """Text that means only itself, in ASCII.

    A character that no default font holds is spelled out, with a blank between it and letters or digits next to it:
    ``U+4E2D U+6587``.
    """
    plain = " ".join(text.split())
    return "".join(
        _escaped(letter) + _between(letter, following)
        for letter, following in zip(plain, plain[1:] + " ", strict=False)
    )


def _between(letter: str, following: str) -> str:
    """What keeps two characters apart that would be read as one."""
    if letter in _FIRST and following in _SECOND:
        return "{}"
    either = _is_spelled_out(letter) or _is_spelled_out(following)
    return " " if either and _is_wordlike(letter) and _is_wordlike(following) else ""


def _line(cells: list[str]) -> str:
    return " & ".join(_guarded(cell) for cell in cells) + r" \\"


def _guarded(cell: str) -> str:
    """A cell at whose start a bracket or star is not taken for an option of the line break before it."""
    return "{}" + cell if cell.startswith(("[", "*")) else cell


def _heading(column: Column) -> str:
    """The label; a long one with a word on each line, so that it makes its column no wider than the values are."""
    words = [escape_latex(word) for word in column.label.split()]
    if len(column.label) <= _LONGEST_HEADING or len(words) == 1:
        return " ".join(words)
    side = "l" if column.kind.is_text else "r"
    return rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}" + r"\\".join(map(_guarded, words)) + r"\end{tabular}"


def _cell(column: Column, text: str) -> str:
    """A cell; the signs of numbers are set as such, not as hyphens."""
    escaped = escape_latex(text)
    return escaped if column.kind is Kind.TEXT else _PLUS.sub("$+$", escaped)


def _escaped(letter: str) -> str:
    if letter in _COMMANDS:
        return _COMMANDS[letter]
    if letter.isascii() and letter.isprintable():
        return letter
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 2 and parts[1] in _ACCENTS and parts[0].isascii():
        return rf"\{_ACCENTS[parts[1]]}{{{parts[0]}}}"
    return f"{_SPELLED_OUT}{ord(letter):04X}"


def _is_spelled_out(letter: str) -> bool:
    return _escaped(letter).startswith(_SPELLED_OUT)


def _is_wordlike(letter: str) -> bool:
    return letter.isalnum() or _is_spelled_out(letter)
