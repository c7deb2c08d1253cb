"""A log of Inspect as items, programs and answers: what a completion is decides which of the two it becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.errors import NothingCollectedError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.plural import counted
from cgr_audit.records.importers.gold import GoldColumn, GoldReading
from cgr_audit.records.importers.inspect_scores import GradedSample, graded_samples, log_dataset, question_of
from cgr_audit.records.importers.items import ImportedItems
from cgr_audit.records.importers.layout import Layout
from cgr_audit.records.importers.programs import GENERATOR, ImportedPrograms
from cgr_audit.records.importers.results import ImportedResults
from cgr_audit.records.rows import Item, ItemKey, ProgramKey, ProgramRecord, ResultRow
from cgr_audit.records.writing import program_id_of
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.inspect_log import Log, messages_of, sample_name
from cgr_audit.source.messages import programs_in_messages
from cgr_audit.source.program import Program

__all__ = ["ImportedLog", "import_log"]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """What a log holds, as a package keeps it."""

    items: ImportedItems
    programs: ImportedPrograms | None
    results: ImportedResults | None
    notes: tuple[str, ...]
    """What is worth saying, a line each."""


def import_log(path: Path, dataset: str, score: str) -> ImportedLog:
    """Items of the samples, programs of the completions that hold one, and the answers of the others.

    An item's gold is the sample's target. An answer is right exactly where the log's scorer says so.

    Args:
        path: the log.
        dataset: what the dataset is called; by default as the log says.
        score: as for ``graded_samples``.

    Raises:
        UsageError: it is not a log, or its scores cannot be read as right and wrong.
        NothingCollectedError: there is no sample in it.
    """
    log = Log(path)
    header = log.header()
    reader = _Reader(dataset or log_dataset(header), str(header.get("model") or path.stem))
    for sample in log.samples():
        reader.take(sample, f"{path.as_posix()}:")
    if not reader.items and not reader.bad:
        raise NothingCollectedError(f"{path}: it holds no samples")
    ungraded: list[str] = []
    if len(reader.programs) < reader.completions:
        for graded in graded_samples(log, score):
            if isinstance(graded, GradedSample):
                reader.answer(graded)
            elif not any(one.path == graded.path for one in reader.bad):
                ungraded.append(f"{graded.path} ({graded.reason})")
    notes = [f"{counted(len(ungraded), 'sample')} without an answer; first {ungraded[0]}"] if ungraded else []
    layout = Layout(("input",), ("choices",), id="id", golds=("target",), gold=GoldColumn("target", GoldReading.LETTER))
    taken = sum(record.derived_from is not None for record, _ in reader.programs.values())
    programs = tuple(reader.programs.values())
    said = f"program ← completion ({counted(len(programs), 'sample')}), generator ← model, sample ← epoch"
    rows = tuple(reader.rows[key] for key in sorted(reader.rows))
    return ImportedLog(
        ImportedItems(layout, reader.items, {}, tuple(reader.bad), ()),
        ImportedPrograms(programs, said, (), taken, tuple(reader.bad_programs), ()) if programs else None,
        ImportedResults(rows, "direct ← score, solver ← model, sample ← epoch", (), ()) if rows else None,
        tuple(notes),
    )


class _Reader:
    """Collects what samples hold."""

    def __init__(self, dataset: str, model: str) -> None:
        self.items: dict[ItemKey, Item] = {}
        self.programs: dict[ProgramKey, tuple[ProgramRecord, bytes]] = {}
        self.rows: dict[tuple[Any, ...], ResultRow] = {}
        self.bad: list[Unreadable] = []
        self.bad_programs: list[Unreadable] = []
        self.completions = 0
        self._dataset = dataset
        self._model = model

    def take(self, sample: Mapping[str, Any] | Unreadable, prefix: str) -> None:
        """Keep the item of a sample, and its completion where that is a program."""
        if isinstance(sample, Unreadable):
            self.bad.append(sample)
            return
        place = prefix + sample_name(sample)
        item = _item(sample, self._dataset)
        if isinstance(item, str):
            self.bad.append(Unreadable(place, item))
            return
        if self.items.setdefault(item.key, item) != item:
            self.bad.append(Unreadable(place, "its input, choices or target are not those of its first epoch"))
            return
        self.completions += 1
        completion = [message for message in messages_of(sample) if message.get("role") == "assistant"][-1:]
        text = [{**message, "tool_calls": None} for message in completion]
        for program in programs_in_messages(text, sample.get("attachments")):
            if isinstance(program, Program):
                self._keep(program, ProgramKey(*item.key, self._model, sample["epoch"] - 1))
            else:
                self.bad_programs.append(Unreadable(place, program.reason))

    def _keep(self, program: Program, key: ProgramKey) -> None:
        record = ProgramRecord(program_id_of(key), *key, program.sha256, program.derived_from)
        self.programs[key] = record, program.data

    def answer(self, graded: GradedSample) -> None:
        """Keep the answer of a sample whose completion is not a program."""
        key = ItemKey(self._dataset, str(graded.sample["id"]))
        sample = graded.sample["epoch"] - 1
        if key not in self.items or ProgramKey(*key, self._model, sample) in self.programs:
            return
        item = self.items[key]
        failed = graded.answer is None and not graded.is_right
        row = ResultRow(
            *ProgramKey(*key, GENERATOR, sample).row_key(self._model),
            correct_ans=item.correct_answer,
            solverLLM_baseline_ans=_answer(graded, item.correct_ids),
            extraction_failed={"direct": failed, "assisted": None, "generator": None},
        )
        self.rows[row.key] = row


def _answer(graded: GradedSample, correct: Sequence[str]) -> str | None:
    """The answer, such that it is right where the scorer says so: a scorer may take other words for a target."""
    if graded.is_right:
        return graded.answer if graded.answer in correct else next(iter(correct), None)
    return None if graded.answer in correct else graded.answer or None


def _item(sample: Mapping[str, Any], dataset: str) -> Item | str:
    """The item of a sample, or why there is none."""
    item_id = str(sample["id"])
    fault = identifier_fault(item_id) or identifier_fault(dataset)
    if fault is not None:
        return f"its id or its dataset cannot name an item: {fault}"
    choices = [str(choice) for choice in sample.get("choices") or ()]
    if len(choices) > len(_LETTERS):
        return f"it has {len(choices)} choices; at most {len(_LETTERS)} have a letter"
    options = dict(zip(_LETTERS, choices, strict=False))
    given = sample.get("target")
    targets = [str(target) for target in (given if isinstance(given, list) else [given]) if target not in (None, "")]
    if choices:
        by_text = {text: letter for letter, text in options.items()}
        letters = [target if target in options else by_text.get(target, "") for target in targets]
        if not targets or "" in letters:
            return f"its target, {given!r}, is none of its choices {', '.join(options)}"
        targets = letters
    return Item(
        item_id,
        dataset,
        question_of(sample),
        tuple({"id": letter, "text": text} for letter, text in options.items()),
        tuple(dict.fromkeys(targets)),
    )
