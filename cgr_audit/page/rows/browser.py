"""Everything that the page's browser of rows needs, gathered within a budget; what does not fit is said."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.page.rows.blocks import Blocks, Position, packed
from cgr_audit.page.rows.columns import levelled, row_columns
from cgr_audit.page.rows.detail import row_detail
from cgr_audit.page.rows.marked_program import marked_program
from cgr_audit.page.rows.places import Places, find_places, line_ranges, open_places, read_places
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ItemKey, ProgramRecord, RowKey

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Room", "RowBrowser", "row_browser"]

NOT_HERE = (-1, -1)


@dataclass(frozen=True, slots=True)
class Room:
    """How much of the rows a page takes."""

    rows: int = 50_000
    """Of more rows, the first in the order of ``rows.csv`` are on the page."""
    megabytes: float = 12.0
    """Programs and calls, compressed, as they stand in the page; programs take half of it at most."""


@dataclass(frozen=True, slots=True)
class RowBrowser:
    """The rows of a page."""

    rows: int
    """How many are on the page."""
    total: int
    index: str
    """The columns, packed."""
    blocks: tuple[str, ...]
    """Programs and details, packed; those of programs first."""
    notes: tuple[str, ...]
    """What is not on the page, and where it is."""


def row_browser(
    package: TracePackage, table: pd.DataFrame, findings: Mapping[str, Sequence[Mapping[str, Any]]], room: Room
) -> RowBrowser:
    """Gather the rows of a package for its page.

    Programs and calls of rows whose program is not approved come first, then those of rows that are right directly
    and wrong assisted, then the others in order, until the room is used up.

    Args:
        package: with programs, result rows and calls.
        table: its rows table.
        findings: the records of ``findings.jsonl`` by program.
        room: how much the page takes.
    """
    shown = table.iloc[: room.rows]
    keys = [_key(row) for row in shown[list(RowKey._fields)].itertuples(index=False)]
    order = _by_interest(shown)
    budget = int(room.megabytes * 1_000_000)
    of_row = _programs(package, shown)
    programs, positions = _pack_programs(package, [of_row[number] for number in order], findings, budget // 2)
    results = find_places(package.folder / "results.jsonl", set(keys))
    calls = find_places(package.folder / "calls.jsonl", set(keys))
    details = Blocks(budget - programs.used)
    with closing(_details(package, [keys[number] for number in order], results, calls)) as found:
        for number, detail in zip(order, found, strict=True):
            details.add(number, detail)
            if details.is_full:
                break
    placed = details.close()
    index = row_columns(shown) | {
        "program": levelled([escape_control_characters(program.program_id) if program else "" for program in of_row]),
        "program place": [positions.get(program.program_id, NOT_HERE) if program else NOT_HERE for program in of_row],
        "detail place": [_after(programs, placed.get(number)) for number in range(len(keys))],
        "result line": [results[key].lines[0] if key in results else 0 for key in keys],
        "call lines": [line_ranges(calls[key].lines) if key in calls else "" for key in keys],
    }
    held = {program.program_id for program in of_row if program}
    notes = _notes(len(shown), len(table), (len(held & set(positions)), len(held)), (len(placed), len(keys)))
    return RowBrowser(len(shown), len(table), packed(index), (*programs.texts, *details.texts), tuple(notes))


def _key(row: Any) -> RowKey:
    return RowKey(str(row.dataset), str(row.item_id), str(row.solver), str(row.generator), int(row.sample))


def _by_interest(table: pd.DataFrame) -> list[int]:
    """The numbers of the rows: not approved, then right directly and wrong assisted, then the others."""
    approved = (table["verdict"] == "approved").fillna(value=False).to_numpy(bool)
    direct = table["direct_correct"].fillna(value=False).to_numpy(bool)
    assisted = table["assisted_correct"].fillna(value=False).to_numpy(bool)
    rank = (approved & ~(direct & ~assisted)) + approved.astype(int)
    return [int(number) for number in rank.argsort(kind="stable")]


def _programs(package: TracePackage, table: pd.DataFrame) -> list[ProgramRecord | None]:
    """The program of each row, where the package holds it."""
    by_id = {program.program_id: program for program in package.programs}
    return [by_id.get(str(program_id)) for program_id in table["program_id"].fillna("")]


def _pack_programs(
    package: TracePackage,
    programs: Iterable[ProgramRecord | None],
    findings: Mapping[str, Sequence[Mapping[str, Any]]],
    budget: int,
) -> tuple[Blocks, dict[str, Position]]:
    """The blocks, and the position of each program in them. Equal texts with equal findings are held once."""
    blocks = Blocks(budget)
    names: dict[str, Any] = {}
    added: set[Any] = set()
    for program in programs:
        if program is None or program.program_id in names:
            continue
        if blocks.is_full:
            break
        found = findings.get(program.program_id, ())
        name = (program.sha256, json.dumps([_spoken(finding) for finding in found], sort_keys=True))
        names[program.program_id] = name
        if name not in added:
            added.add(name)
            blocks.add(name, marked_program(package.program_bytes(program), found))
    placed = blocks.close()
    return blocks, {program_id: placed[name] for program_id, name in names.items() if name in placed}


def _spoken(finding: Mapping[str, Any]) -> list[Any]:
    return [finding[name] for name in ("code", "span", "severity", "message", "evidence", "status")]


def _details(
    package: TracePackage, keys: Iterable[RowKey], results: Mapping[RowKey, Places], calls: Mapping[RowKey, Places]
) -> Generator[dict[str, Any]]:
    """What a row shows when it is opened, of each row in turn; read when it is asked for."""
    with (
        open_places(package.folder / "results.jsonl") as of_results,
        open_places(package.folder / "calls.jsonl") as of_calls,
    ):
        for key in keys:
            row = read_places(of_results, results[key])[0]
            item = package.items[ItemKey(row["dataset"], row["item_id"])]
            yield row_detail(row, item, read_places(of_calls, calls.get(key)))


def _after(programs: Blocks, position: Position | None) -> tuple[int, int]:
    """A detail's position among all blocks: those of programs come first."""
    return NOT_HERE if position is None else (len(programs.texts) + position.block, position.place)


def _notes(rows: int, total: int, programs: tuple[int, int], details: tuple[int, int]) -> Iterable[str]:
    if rows < total:
        yield (
            f"The first {rows:,} of {total:,} rows are on this page, in the order of rows.csv, which `cgr-audit join` "
            "writes with all of them."
        )
    if programs[0] < programs[1]:
        yield (
            f"For want of room {programs[1] - programs[0]:,} of {programs[1]:,} programs are not on this page; their "
            "rows name the file."
        )
    if details[0] < details[1]:
        yield (
            f"For want of room the calls of {details[1] - details[0]:,} of {details[1]:,} rows are not on this page; "
            "the rows name the file and its lines."
        )
