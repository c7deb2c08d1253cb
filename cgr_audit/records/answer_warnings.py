"""Finds what the notes of a package say of answers that cannot be compared with options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pyarrow.compute as pc

from cgr_audit.plural import counted
from cgr_audit.records.answer_sets import TextSets, Truths, fold_text, is_among
from cgr_audit.records.facts import ItemFacts
from cgr_audit.records.result_columns import ResultColumns
from cgr_audit.records.rows import ItemKey
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind

__all__ = ["CHANNELS", "answers_that_are_no_option", "letters_without_options"]

CHANNELS: Mapping[str, str] = MappingProxyType(
    {"solverLLM_baseline_ans": "direct", "solverLLM_assisted_ans": "assisted", "genLLM_ans": "generator"}
)
"""The channel of each field that holds an answer."""
_LETTER = re.compile("[A-Z]")
_LONGEST = 40
"""Characters of an answer that are shown."""


def letters_without_options(items: Mapping[ItemKey, ItemFacts], lines: Sequence[int]) -> Iterator[PackageWarning]:
    """Yield a note if the gold of items is a letter, and they have no options that it could be."""
    found = [
        (line, item.correct_ids)
        for line, item in zip(lines, items.values(), strict=True)
        if not item.option_ids and any(map(_LETTER.fullmatch, item.correct_ids))
    ]
    if found:
        first, golds = min(found)
        said = counted(len(found), "item has a letter", "items have letters")
        gold = next(filter(_LETTER.fullmatch, golds))
        message = (
            f"{said} as gold and no options, such as {gold!r}, which is not an option then: every answer counts as one"
        )
        yield PackageWarning(WarningKind.GOLD_WITHOUT_OPTIONS, "items.jsonl", first, len(found), message)


def answers_that_are_no_option(
    results: ResultColumns, options: TextSets, failure_value: str | None
) -> Iterator[PackageWarning]:
    """Yield a note for each channel with answers that are not options of their item, whatever their case.

    Args:
        results: the rows.
        options: the options of each program's item; any answer will do where there are none.
        failure_value: what the contract has for an answer that could not be extracted, which is another thing.
    """
    answers = set(results.answers) - {failure_value}
    if all(not known or answers.issubset(known) for known in options.different):
        return
    folded = [fold_text(text) for text in results.answers]
    place = {text: number for number, text in enumerate(dict.fromkeys(folded))}
    fold = np.array([place[text] for text in folded] + [-1], dtype=np.int64)
    folded_options = replace(options, different=tuple(tuple(map(fold_text, known)) for known in options.different))
    free = np.array([not known for known in options.different], dtype=bool)[options.of][results.program]
    failure = results.answers.index(failure_value) if failure_value in results.answers else len(results.answers)
    for field, channel in CHANNELS.items():
        answer = results.answer[field]
        failed: Truths = pc.fill_null(results.fields[f"{channel}_failed"], fill_value=False).to_numpy(
            zero_copy_only=False
        )
        chosen = (answer >= 0) & (answer != failure) & ~free & ~failed
        chosen &= ~is_among(results.program, fold[answer], list(place), folded_options)
        if chosen.any():
            count, lines = int(np.count_nonzero(chosen)), results.lines[chosen]
            said = counted(count, f"{channel} answer is", f"{channel} answers are")
            first = results.answers[answer[np.argmax(chosen)]]
            shown = first if len(first) <= _LONGEST else f"{first[:_LONGEST]}..."
            message = f"{said} not an option of the item, such as {shown!r}: counted as wrong"
            yield PackageWarning(WarningKind.ANSWER_NO_OPTION, "results.jsonl", int(lines.min()), count, message)
