"""What a package's files say of each other that is no reason to refuse it: counted, and the first place named."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Note", "NoteKind"]


class NoteKind(StrEnum):
    """What was found, in the order in which it is said."""

    SOLVER_UNKNOWN = "solver_unknown"
    """``solvers.json`` does not have the solver: its rows are left out of every figure."""
    SOLVER_UNREGISTERED = "solver_unregistered"
    """``solvers.json`` has the solver and does not register it: its rows are left out of every figure."""
    RESULT_WITHOUT_PROGRAM = "result_without_program"
    PROGRAM_WITHOUT_RESULT = "program_without_result"
    CALL_WITHOUT_RESULT = "call_without_result"
    ITEM_WITHOUT_GOLD = "item_without_gold"
    """``correct_ids`` is empty, so that no answer is right."""
    GOLD_WITHOUT_OPTIONS = "gold_without_options"
    """The gold is a letter, and there are no options that it could be."""
    GOLD_DIFFERS = "gold_differs"
    """``correct_ans`` of a row is not what the item says; the item's counts."""
    ANSWER_NEAR_OPTION = "answer_near_option"
    """An option's id but for its case or blanks around it: it counts as no option."""
    ANSWER_NO_OPTION = "answer_no_option"
    """No option's id, not even but for case or blanks, and not what stands for a failed extraction."""
    COUNT_DIFFERS = "count_differs"
    """``manifest.json`` has another count of a file's records than the file."""
    COUNT_UNKNOWN = "count_unknown"
    """``manifest.json`` has a count of what is no file of a package."""


@dataclass(frozen=True, slots=True)
class Note:
    """One kind of thing, how often it is there, and where first."""

    kind: NoteKind
    file: str
    """The file's name inside the package."""
    line: int | None
    """The first line, counted from 1; nothing where it is the whole file."""
    count: int
    """How many records."""
    message: str
    """One sentence, without the place."""

    def __str__(self) -> str:
        """``results.jsonl:12: 3 rows ...``."""
        return f"{self.file}{'' if self.line is None else f':{self.line}'}: {self.message}"
