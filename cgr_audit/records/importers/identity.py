"""Which column is the id of the items, where several may be or none is: programs and answers decide, or nobody does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from cgr_audit.errors import UsageError
from cgr_audit.plural import counted
from cgr_audit.records.importers.items import ImportedItems
from cgr_audit.records.importers.layout import NUMBERED
from cgr_audit.records.importers.mapping import ColumnMapping
from cgr_audit.records.importers.programs import GENERATOR, ProgramSource, import_programs
from cgr_audit.records.importers.results import import_results
from cgr_audit.records.importers.tables import Table

__all__ = ["with_ids"]


def with_ids(
    read: Callable[[str], ImportedItems],
    first: ImportedItems,
    source: ProgramSource | None,
    answers: Table | None,
    columns: ColumnMapping,
) -> ImportedItems:
    """The items under the ids by which the most programs and answers are about one.

    Args:
        read: reads the items with the ids of a column, or of a way of numbering.
        first: the items as they were read already.
        source: where the programs are, if there are any.
        answers: rows of answers, if there are any.
        columns: what somebody says of their columns.

    Raises:
        UsageError: two readings find as many, and not for the same items.
    """
    readings = first.layout.id_readings
    if len(readings) < 2 or (source is None and answers is None):
        return first
    found = {reading: _about(read(reading), source, answers, columns) for reading in readings}
    most = max(about.total() for about in found.values())
    best = [reading for reading in readings if found[reading].total() == most]
    differing = [reading for reading in best if found[reading] != found[best[0]]]
    if differing:
        both = best[0], differing[0]
        shown = " or ".join(f"id ← {NUMBERED.get(one, one)}" for one in both)
        number = counted(most, "program or answer is", "programs and answers are")
        said = " or ".join(f"--map 'id={one}'" for one in both)
        raise UsageError(f"two readings are possible: {shown}; with each, {number} about an item. Say which: {said}")
    return first if best[0] == first.layout.id else read(best[0])


def _about(
    items: ImportedItems, source: ProgramSource | None, answers: Table | None, columns: ColumnMapping
) -> Counter[tuple[object, ...]]:
    """What is about which item, by the item's place."""
    places = {key: place for place, key in enumerate(items.items)}
    found: Counter[tuple[object, ...]] = Counter()
    if source is not None:
        with suppress(UsageError):  # no name holds an id
            programs = import_programs(source, list(places)).programs
            found.update((program.sha256, places[program.item_key]) for program, _ in programs)
    if answers is not None:
        for row in import_results(answers, columns.results, items, (), GENERATOR).rows:
            given = row.solver, row.solverLLM_baseline_ans, row.solverLLM_assisted_ans, row.genLLM_ans
            found[*given, places[row.item_key]] += 1
    return found
