"""From audited programs to probes: which items each is probed on, and how many are under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.workers import Workers
from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.probing import Prober
from cgr_audit.execution.probe.program_probe import (
    ItemToProbe,
    ProgramProbe,
    ProgramTask,
    lost_probe,
    probe_program,
    why_not_probed,
)
from cgr_audit.execution.probe.reading import ProgramReading, read_program
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import Channel, Item, ItemKey
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts
from cgr_audit.source.program import Program

__all__ = ["ProbeItems", "audited", "probe_all", "probe_tasks"]

_RECORDED = 8
_THOROUGH_RECORDED = 48


class ProbeItems:
    """The items that programs are probed on, and the responses that were recorded for them."""

    def __init__(
        self, contract: Contract, *, items: Sequence[Item] = (), packages: Sequence[TracePackage] = (), thorough: bool
    ) -> None:
        """Gather what packages hold.

        Args:
            contract: says how many options an item has that has to be made up.
            items: what every program is probed on, besides its own item.
            packages: their programs are probed on their own items.
            thorough: whether many recorded responses are tried.
        """
        self._items = tuple(items)
        self._own: dict[ItemKey, Item] = {}
        self._responses: dict[str, ItemKey] = {}
        self._most = _THOROUGH_RECORDED if thorough else _RECORDED
        self._option_count = contract.item.option_count
        for package in packages:
            self._own.update(package.items)
            self._remember_responses(package)

    def of(self, program: Program, reading: ProgramReading | None = None) -> list[ItemToProbe]:
        """The program's own item, then those for all; one that is made up where there is neither.

        A made-up item has the options that stand in the program, where no item can be handed to it, and shows them in
        its question, where the program takes no options.
        """
        items = [item for item in (self._own_item(program), *self._items) if item is not None]
        if not items:
            written = () if reading is None or reading.takes_item else reading.options
            in_question = reading is not None and reading.takes_item and not reading.takes_options
            item = synthetic_item(self._option_count, written, in_question=in_question)
            return [ItemToProbe(item, is_synthetic=True)]
        return [ItemToProbe(item, recorded=self._recorded_for(item)) for item in items]

    def _own_item(self, program: Program) -> Item | None:
        dataset, item_id = program.fields.get("dataset"), program.fields.get("item_id")
        if isinstance(dataset, str) and isinstance(item_id, str) and ItemKey(dataset, item_id) in self._own:
            item = self._own[ItemKey(dataset, item_id)]
            return item if item.question is not None else None
        return _item_of_row(program.fields.get("question"), program.fields.get("options"), program.program_id)

    def _remember_responses(self, package: TracePackage) -> None:
        seen: dict[ItemKey, int] = {}
        for call in package.calls():
            key = ItemKey(call.dataset, call.item_id)
            if call.channel == Channel.ASSISTED and call.response is not None and seen.get(key, 0) < 2:
                seen[key] = seen.get(key, 0) + 1
                self._responses.setdefault(call.response, key)

    def _recorded_for(self, item: Item) -> tuple[str, ...]:
        others = [text for text, key in self._responses.items() if key != item.key]
        step = max(1, len(others) // self._most)
        return tuple(others[::step][: self._most])


def audited(programs: Iterable[Program], workers: Workers) -> Iterator[tuple[Program, ProgramAudit]]:
    """Every program with its audit, in order."""
    waiting: deque[Program] = deque()

    def noted() -> Iterator[Program]:
        for program in programs:
            waiting.append(program)
            yield program

    for record in workers.map(noted()):
        yield waiting.popleft(), record


def probe_tasks(
    programs: Iterable[tuple[Program, ProgramAudit]], items: ProbeItems, contract: Contract, accepts: Accepts | None
) -> Iterator[ProgramTask]:
    """Read every program that is to be probed, one after the other."""
    for program, audit in programs:
        reading = None if why_not_probed(audit) is not None else read_program(program.data, contract, accepts)
        yield ProgramTask(program, audit, reading, items.of(program, reading))


def probe_all(tasks: Iterable[ProgramTask], prober: Prober, jobs: int) -> Iterator[ProgramProbe]:
    """Probe programs, ``jobs`` at a time; results come in their order and depend on nothing else."""
    prober.sandbox.reserve(jobs)
    return prober.sandbox.map(partial(probe_program, prober), tasks, jobs, lost_probe)


def _item_of_row(question: Any, options: Any, item_id: str) -> Item | None:
    """The item that a row of programs tells besides the program's text."""
    if not isinstance(question, str) or not isinstance(options, list):
        return None
    if not all(isinstance(option, str) for option in options) or len(options) > 26:
        return None
    lettered = tuple({"id": chr(ord("A") + place), "text": text} for place, text in enumerate(options))
    return Item(item_id or "-", "-", question, lettered, ())
