"""Overlap of steps and code with their references, row by row: BLEU, ROUGE-L and CodeBLEU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.codesteps.by_row import Samples
from cgr_audit.scorecards.codesteps.measures import SHOWN_KS, measures_at_k
from cgr_audit.scorecards.codesteps.overlap.bleu import bleu
from cgr_audit.scorecards.codesteps.overlap.code_bleu import CodeReader
from cgr_audit.scorecards.codesteps.overlap.grammars import grammar_named
from cgr_audit.scorecards.codesteps.overlap.rouge_l import rouge_l
from cgr_audit.scorecards.codesteps.settings import has_scored_steps
from cgr_audit.scorecards.rates import Measure, Shown, ratio
from cgr_audit.scorecards.row_sums import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OVERLAPS", "Overlap", "overlaps"]

OVERLAPS = ("bleu", "rouge_l", "codebleu")
"""The names of the figures of rows."""

Call = tuple[Callable[[str, str], float], str, str]
"""A measure, the reference and the prediction."""


_OF_STEPS = (("bleu", "BLEU", "sacrebleu", bleu), ("rouge_l", "ROUGE-L", "rouge-score", rouge_l))


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """One measure of all samples that have a reference."""

    name: str
    """As in ``OVERLAPS``."""
    label: str
    meaning: str
    samples: Samples
    """Which values belong to which row."""
    values: NDArray[np.float64]
    """Of each sample, from 0 to 1."""
    version: str
    """What the values depend on."""

    @classmethod
    def of(cls, name: str, label: str, meaning: str, version: str, of_rows: Sequence[Sequence[Call]]) -> Overlap:
        """Measure the samples of each row; a row without a reference has none. What is there twice is measured once."""
        calls = [call for of_row in of_rows for call in of_row]
        values = {call: call[0](*call[1:]) for call in dict.fromkeys(calls)}
        samples = Samples(np.array([len(of_row) for of_row in of_rows], dtype=np.intp))
        return cls(name, label, meaning, samples, np.array([values[call] for call in calls]), version)

    def measures(self, sums: RowSums) -> Iterator[Measure]:
        """The mean over the samples of a row, and the best of the first k."""
        rows = sums.add(self.samples.counts > 0)
        column = sums.add(self.samples.mean(self.values))
        meaning = f"{self.meaning}, mean over the samples of a row."
        yield Measure(self.name, self.label, meaning, ratio(column, rows), rows, None, Shown.STORED)
        most = int(self.samples.counts.max())
        best = self.samples.best_of_first(self.values, most)
        said = f"Mean over rows of the best {self.label} among the first k = {{k}} samples."
        shown = tuple(k for k in SHOWN_KS if k > 1)
        yield from measures_at_k(sums, self.label, said, best, self.samples.counts, shown)

    def column(self) -> list[float | None]:
        """Of each row the mean over its samples."""
        return [None if np.isnan(value) else value for value in self.samples.mean(self.values).tolist()]


def overlaps(records: Sequence[Mapping[str, Any]]) -> tuple[list[Overlap], list[str]]:
    """Every measure that some row has a reference for, and what is to be said of what is not measured."""
    found: list[Overlap] = []
    notes: list[str] = []
    pairs = [_steps(record) for record in records]
    if any(pairs):
        meaning = "{} of the predicted steps, joined by blanks"
        for name, label, package, measure in _OF_STEPS:
            try:
                of_rows = _called(measure(), pairs)
            except ImportError:
                notes.append(_not_measured(label, package))
            else:
                found.append(Overlap.of(name, label, meaning.format(label), _version(package), of_rows))
    readers, missing = _readers(records)
    notes += [_not_measured("CodeBLEU", package) for package in missing]
    of_rows = [_codes(record, readers) for record in records]
    if any(of_rows):
        said = ", ".join(_version(package.replace("_", "-")) for package in sorted(readers))
        found.append(Overlap.of("codebleu", "CodeBLEU", "CodeBLEU of the code and the reference code", said, of_rows))
    unread = sum(_has_code(record) and grammar_named(record.get("language")) is None for record in records)
    if unread:
        notes.append(f"{counted(unread, 'row')} with code in a language that CodeBLEU does not read: not in CodeBLEU.")
    return found, notes


def _steps(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    if not has_scored_steps(record):
        return []
    reference = " ".join(record["reference_steps"])
    return [(reference, " ".join(sample.get("predicted_steps") or ())) for sample in record["samples"]]


def _called(measure: Callable[[str, str], float], pairs: Sequence[Sequence[tuple[str, str]]]) -> list[list[Call]]:
    return [[(measure, *pair) for pair in of_row] for of_row in pairs]


def _has_code(record: Mapping[str, Any]) -> bool:
    return bool((record.get("reference_code") or "").strip())


def _readers(records: Sequence[Mapping[str, Any]]) -> tuple[dict[str, CodeReader], list[str]]:
    """A reader for each language of reference code, by the package of its grammar; and packages that are missing."""
    wanted = dict.fromkeys(grammar_named(record.get("language")) for record in records if _has_code(record))
    readers: dict[str, CodeReader] = {}
    missing: dict[str, None] = {}
    for grammar in filter(None, wanted):
        try:
            readers[grammar.package] = CodeReader(grammar)
        except ImportError as error:
            missing[(error.name or grammar.package).replace("_", "-")] = None
    return readers, list(missing)


def _codes(record: Mapping[str, Any], readers: Mapping[str, CodeReader]) -> list[Call]:
    """The samples of a row with reference code that is read; one without code is compared as an empty program."""
    grammar = grammar_named(record.get("language")) if _has_code(record) else None
    reader = readers.get(grammar.package) if grammar is not None else None
    if reader is None:
        return []
    return [(reader.score, record["reference_code"], sample.get("code") or "") for sample in record["samples"]]


def _not_measured(label: str, package: str) -> str:
    return f"{label} not measured: {package} is not installed: pip install 'cgr-audit[measures]'."


def _version(package: str) -> str:
    return f"{package} {version(package)}"
