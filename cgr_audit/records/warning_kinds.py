"""What a reader of a package's figures has to know: counted, and the first place named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

__all__ = ["PackageWarning", "WarningKind"]


class WarningKind(StrEnum):
    """What was found."""

    CONTRACT_OVERRIDDEN = "contract_overridden"
    """Another contract than the package's own was used, because somebody insisted on it."""
    FILE_ABSENT = "file_absent"
    """A file is missing, and taken as empty."""
    FILE_UNLISTED = "file_unlisted"
    """``manifest.json`` has no digest of a file, so that no change of it shows."""
    VERDICT_OUTDATED = "verdict_outdated"
    """A verdict follows from other rules than this version's."""
    VERDICT_OTHER_CONTRACT = "verdict_other_contract"
    """A verdict was made under another contract than the one that figures rest on."""
    AUDIT_FAILED = "audit_failed"
    """An internal error: programs could not be audited in full, and are refused."""
    PROBE_FAILED = "probe_failed"
    """The sandbox failed while programs were probed."""
    PROBE_DISAGREES = "probe_disagrees"
    """Audit and probe disagree on whether the solver decides a program's answer."""
    PARTIAL_RUN = "partial_run"
    """Only a part of a run's rows is done: the others are in no figure."""
    HARNESS_FAILURE = "harness_failure"
    """A row has no outcome because the harness failed: it is left out of every figure."""
    SAME_PACKAGE = "same_package"
    """A package is compared with itself."""
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
    """``manifest.json`` has a count of what is not a file of a package."""


@dataclass(frozen=True, slots=True)
class PackageWarning:
    """One kind of thing, how often it is there, and where first."""

    kind: WarningKind
    file: str
    """The file's name inside the package."""
    line: int | None
    """The first line, counted from 1; nothing if it is the whole file."""
    count: int
    """How many records."""
    message: str
    """One sentence, without the place."""

    def __str__(self) -> str:
        """``results.jsonl:12: 3 rows ...``."""
        return f"{self.file}{'' if self.line is None else f':{self.line}'}: {self.message}"

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """What ``to_record`` gave."""
        return cls(WarningKind(record["kind"]), record["file"], record["line"], record["count"], record["message"])
