"""How many options the item of each program has, where the paths given tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.program import Program

__all__ = ["OptionCounts"]


class OptionCounts:
    """Watches programs on their way to the audit and remembers how many options their items have.

    A trace package has the items themselves; a row may have a list ``options``; else the contract may say a number.
    """

    def __init__(self, paths: Sequence[str], contract_of: Callable[[str], Contract]) -> None:
        """Read the items of the trace packages among the paths; ``contract_of`` takes a program's id.

        Raises:
            RecordError: the items of a package cannot be read.
        """
        self._contract_of = contract_of
        self._of_item: dict[tuple[str, str], int] = {}
        self._of_program: dict[str, int] = {}
        for path in paths:
            if (Path(path) / "manifest.json").is_file():
                self._read_items(Path(path) / "items.jsonl")

    def see(self, program: Program) -> None:
        """Remember a program's number of options, if it can be told."""
        options = program.fields.get("options")
        item = (program.fields.get("dataset"), program.fields.get("item_id"))
        if isinstance(options, list):
            self._of_program[program.program_id] = len(options)
        elif isinstance(item[0], str) and isinstance(item[1], str) and item in self._of_item:
            self._of_program[program.program_id] = self._of_item[item[0], item[1]]

    def of(self, program_id: str) -> int | None:
        """The number of options of a program's item; the contract's where the item has none, or is not known."""
        return self._of_program.get(program_id) or self._contract_of(program_id).item.option_count

    def _read_items(self, path: Path) -> None:
        from cgr_audit.records.lines import read_lines

        for _, item in read_lines(path, "item"):
            self._of_item[item["dataset"], item["item_id"]] = len(item["options"])
