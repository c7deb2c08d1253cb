"""Which columns of a table are left out on paper, where nothing scrolls: whole ones, so that no word is broken."""

from __future__ import annotations

from cgr_audit.tables.table import Column, Table

__all__ = ["LONGEST_WORD", "LONG_TEXT", "left_out_on_paper"]

LETTERS = 128
"""So many letters of tables stand next to each other on a page of A4 or Letter."""
BETWEEN = 2
"""The room between columns, in letters."""
LONGEST_WORD = 24
"""A longer word is broken, as nobody knows how long names are."""
LONG_TEXT = 40
"""A longer text takes several lines, each of at least as many letters as the longest word."""


def left_out_on_paper(table: Table) -> tuple[Column, ...]:
    """The columns for which there is no room: optional ones first, from the right; never the first column."""
    rows = table.cells()
    widths = [BETWEEN + _width(column, [row[place] for row in rows]) for place, column in enumerate(table.columns)]
    kept = list(range(len(widths)))
    while len(kept) > 1 and sum(widths[place] for place in kept) > LETTERS:
        kept.remove(max(kept[1:], key=lambda place: (table.columns[place].is_optional, place)))
    return tuple(column for place, column in enumerate(table.columns) if place not in kept)


def _width(column: Column, texts: list[str]) -> int:
    """How many letters a column needs: numbers stay on one line, texts and headings break between words."""
    if not column.kind.is_text:
        return max(map(len, [*column.label.split(), *texts]))
    words = [word for text in (column.label, *texts) for word in text.split()]
    longest = LONGEST_WORD if any(len(text) > LONG_TEXT for text in texts) else 0
    return max(longest, *(min(LONGEST_WORD, len(word)) for word in words))
