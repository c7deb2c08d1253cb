"""A table drawn on a terminal. Where it is too narrow whole columns are left out, and named; no cell loses a letter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Drawn

    from cgr_audit.tables.table import Table

__all__ = ["draw"]


def draw(table: Table) -> None:
    """Draw a table on standard output, with its note."""
    from rich.console import Console
    from rich.text import Text

    from cgr_audit.control_characters import escape_control_characters, escape_lines

    console = Console()
    is_narrow = not _fits(_drawn(table, is_narrow=False), console)
    shown = _fitting(table, console) if is_narrow else table
    console.print(_drawn(shown, is_narrow=is_narrow))
    left_out = [escape_control_characters(column.label) for column in table.columns if column not in shown.columns]
    if left_out:
        console.print(Text(f"Left out for want of width: {', '.join(left_out)}."), style="dim")
    if table.note:
        console.print(Text(escape_lines(table.note)), style="dim")
    if left_out or table.note:
        console.print()


def _fitting(table: Table, console: Console) -> Table:
    """The table without the columns for which there is no room: optional ones first, from the right."""
    while len(table.columns) > 1 and not _fits(_drawn(table, is_narrow=True), console):
        places = range(1, len(table.columns))
        last = max(places, key=lambda place: (table.columns[place].is_optional, place))
        table = replace(table, columns=(*table.columns[:last], *table.columns[last + 1 :]))
    return table


def _fits(drawn: Drawn, console: Console) -> bool:
    from rich.measure import Measurement

    unlimited = console.options.update(width=100_000)
    return Measurement.get(console, unlimited, drawn).minimum <= console.width


def _drawn(table: Table, *, is_narrow: bool) -> Drawn:
    """The table as rich has it: texts may wrap at words, numbers never, their headings where it has to be narrow."""
    from rich.box import SIMPLE_HEAD
    from rich.cells import cell_len
    from rich.table import Table as Drawn
    from rich.text import Text

    from cgr_audit.control_characters import escape_control_characters

    drawn = Drawn(
        title=Text(escape_control_characters(table.title)),
        title_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    rows = table.cells()
    for place, column in enumerate(table.columns):
        label = Text(escape_control_characters(column.label))
        if column.kind.is_text:
            drawn.add_column(label, overflow="fold")
        else:
            texts = [*(label.plain.split() if is_narrow else [label.plain]), *(row[place] for row in rows)]
            drawn.add_column(label, justify="right", overflow="fold", width=max(map(cell_len, texts)))
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn
