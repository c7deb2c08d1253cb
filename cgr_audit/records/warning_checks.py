"""Finds what the notes of a package say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.records.answer_sets import TextSets, Truths, fold_text, is_among, text_sets
from cgr_audit.records.answer_warnings import CHANNELS, answers_that_are_no_option, letters_without_options
from cgr_audit.records.call_counts import CallCounts
from cgr_audit.records.facts import ItemFacts, ProgramFacts
from cgr_audit.records.result_columns import Numbers, ResultColumns
from cgr_audit.records.rows import ItemKey, RowKey, SolverEntry
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind
from cgr_audit.source.contract import AnswerKind, Contract

__all__ = ["rows_without_program", "warnings_of"]


def warnings_of(
    results: ResultColumns,
    calls: CallCounts,
    items: Mapping[ItemKey, ItemFacts],
    solvers: Mapping[str, SolverEntry],
    programs: Sequence[ProgramFacts],
    lines: Sequence[int],
    contract: Contract | None,
) -> Iterator[PackageWarning]:
    """Yield a note for each kind of thing that is there, and for each solver that does not count."""
    yield from _solver_notes(results, solvers)
    without = np.isin(results.program, _unknown_programs(results, programs))
    if without.any():
        said = _counted(without, "row is about a program", "rows are about programs")
        yield _of_rows(WarningKind.RESULT_WITHOUT_PROGRAM, results, without, f"{said} that the package does not hold")
    yield from _program_notes(results, programs)
    if calls.first_without_row is not None:
        number = calls.without_row
        said = counted(number, "call is", "calls are")
        message = f"{said} of rows that results.jsonl does not have: counted nowhere"
        yield PackageWarning(WarningKind.CALL_WITHOUT_RESULT, "calls.jsonl", calls.first_without_row, number, message)
    golden = [line for line, item in zip(lines, items.values(), strict=True) if not item.correct_ids]
    if golden:
        said, them = counted(len(golden), "item has", "items have"), "it" if len(golden) == 1 else "them"
        message = f"{said} no correct option: no answer to {them} is right"
        yield PackageWarning(WarningKind.ITEM_WITHOUT_GOLD, "items.jsonl", min(golden), len(golden), message)
    yield from letters_without_options(items, lines)
    yield from _gold_notes(results, items)
    options = text_sets(items[key.item_key].option_ids for key in results.programs)
    yield from _answer_notes(results, options)
    if contract is not None and contract.returns.answer is AnswerKind.LETTER:
        yield from answers_that_are_no_option(results, options, contract.extraction.failure_value)


def rows_without_program(results: ResultColumns, programs: Sequence[ProgramFacts]) -> Iterator[RowKey]:
    """The keys of the rows whose program is not in the package."""
    rows = np.flatnonzero(np.isin(results.program, _unknown_programs(results, programs)))
    return (results.key(int(row)) for row in rows)


def _unknown_programs(results: ResultColumns, programs: Sequence[ProgramFacts]) -> list[int]:
    known = {one.key for one in programs}
    return [number for number, key in enumerate(results.programs) if key not in known]


def _solver_notes(results: ResultColumns, solvers: Mapping[str, SolverEntry]) -> Iterator[PackageWarning]:
    for number, name in sorted(enumerate(results.solvers), key=lambda one: one[1]):
        entry = solvers.get(name)
        if entry is not None and entry.registered:
            continue
        rows = results.solver == number
        left_out = _counted(rows, "row is", "rows are") + " left out of every figure"
        if entry is None:
            message = f"solvers.json does not have the solver {name!r}: its {left_out}"
            yield _of_rows(WarningKind.SOLVER_UNKNOWN, results, rows, message)
        else:
            message = f"solver {name!r} is not registered: its {left_out}"
            yield _of_rows(WarningKind.SOLVER_UNREGISTERED, results, rows, message)


def _program_notes(results: ResultColumns, programs: Sequence[ProgramFacts]) -> Iterator[PackageWarning]:
    if not len(results):
        return
    answered = set(results.programs)
    idle = [one for one in programs if one.key not in answered]
    if idle:
        first = min(idle, key=lambda one: one.line)
        said = counted(len(idle), "program has", "programs have")
        message = f"{said} no row; first {first.program_id}"
        yield PackageWarning(WarningKind.PROGRAM_WITHOUT_RESULT, "programs.jsonl", first.line, len(idle), message)


def _gold_notes(results: ResultColumns, items: Mapping[ItemKey, ItemFacts]) -> Iterator[PackageWarning]:
    """Rows whose ``correct_ans`` is given and is not what the item says."""
    golds = np.array([_as_set(gold) for gold in results.golds] or [None], dtype=object)
    known = {key: number for number, key in enumerate(dict.fromkeys(map(frozenset, _golds_of(results, items))))}
    of_program = np.array([known[frozenset(gold)] for gold in _golds_of(results, items)], dtype=np.int64)
    of_gold = np.array([-1 if gold is None else known.get(gold, -2) for gold in golds], dtype=np.int64)
    said = of_gold[results.gold]
    differs: Truths = (said != -1) & (said != of_program[results.program]) if len(results) else np.empty(0, dtype=bool)
    if differs.any():
        message = _counted(differs, "row has", "rows have") + " another correct_ans than its item: the item's counts"
        yield _of_rows(WarningKind.GOLD_DIFFERS, results, differs, message)


def _golds_of(results: ResultColumns, items: Mapping[ItemKey, ItemFacts]) -> list[tuple[str, ...]]:
    return [items[key.item_key].correct_ids for key in results.programs]


def _as_set(gold: str | tuple[str, ...] | None) -> frozenset[str] | None:
    if gold is None:
        return None
    return frozenset([gold]) if isinstance(gold, str) else frozenset(gold)


def _answer_notes(results: ResultColumns, options: TextSets) -> Iterator[PackageWarning]:
    texts = {text for known in options.different for text in known}.union(results.answers)
    if len(set(map(fold_text, texts))) == len(texts):
        return
    folded = {text: number for number, text in enumerate(dict.fromkeys(map(fold_text, results.answers)))}
    fold = np.array([folded[fold_text(text)] for text in results.answers] + [-1], dtype=np.int64)
    folded_options = replace(options, different=tuple(tuple(map(fold_text, known)) for known in options.different))
    for field, channel in CHANNELS.items():
        answer = results.answer[field]
        near = is_among(results.program, fold[answer], list(folded), folded_options)
        near &= ~is_among(results.program, answer, results.answers, options)
        if near.any():
            first = results.answers[answer[np.argmax(near)]]
            said = _counted(near, f"{channel} answer is", f"{channel} answers are")
            message = f"{said} an option's id but for case or blanks around it, such as {first!r}: counted as no option"
            yield _of_rows(WarningKind.ANSWER_NEAR_OPTION, results, near, message)


def _of_rows(kind: WarningKind, results: ResultColumns, chosen: Truths, message: str) -> PackageWarning:
    lines: Numbers = results.lines[chosen]
    return PackageWarning(kind, "results.jsonl", int(lines.min()), len(lines), message)


def _counted(chosen: Truths, one: str, several: str) -> str:
    return counted(int(np.count_nonzero(chosen)), one, several)
