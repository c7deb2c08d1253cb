"""What a log of Inspect says of each sample: what was asked, and whether its scorer takes the answer for right."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.inspect_log import Log, sample_name

__all__ = ["GradedSample", "graded_samples", "log_dataset", "question_of"]

_GRADES: Mapping[object, bool | None] = {
    "C": True, "correct": True, "yes": True, "true": True, "1": True,
    "I": False, "incorrect": False, "no": False, "false": False, "0": False,
    "N": None,
}  # fmt: skip
"""Inspect's own values, and the texts that it takes for 1 and 0."""


@dataclass(frozen=True, slots=True)
class GradedSample:
    """A sample that a scorer has graded."""

    sample: Mapping[str, Any]
    place: str
    is_right: bool | None
    """Null where the scorer says that there is no answer."""
    answer: str | None
    """What the scorer took out of the completion."""


def log_dataset(header: Mapping[str, Any]) -> str:
    """What the dataset of an evaluation is called; the task where nothing names it."""
    dataset = header.get("dataset")
    name = dataset.get("name") if isinstance(dataset, Mapping) else None
    return str(name or header.get("task") or "samples")


def graded_samples(log: Log, score: str) -> Iterator[GradedSample | Unreadable]:
    """The samples of a log with their grades; one that failed or was not scored cannot be read.

    Args:
        log: the log.
        score: the name of the score, with a dot before the part of one that has parts; empty where there is only one.

    Raises:
        UsageError: there are several scores, none of this name, or one that is neither right nor wrong.
    """
    for sample in log.samples():
        if isinstance(sample, Unreadable):
            yield sample
            continue
        place = f"{log.path.as_posix()}:{sample_name(sample)}"
        scores = dict(_scores(sample))
        if sample.get("error") or not scores:
            yield Unreadable(place, "it failed" if sample.get("error") else "it has no score")
            continue
        name = score or next(iter(scores))
        if name not in scores or (len(scores) > 1 and not score):
            there = ", ".join(scores)
            raise UsageError(f"{place}: {f'no score {score!r}' if score else 'several scores'}: --score one of {there}")
        value, answer = scores[name]
        if isinstance(value, float) and math.isnan(value):
            yield Unreadable(place, f"its score {name!r} was left open")
        elif value not in _GRADES:
            raise UsageError(f"{place}: score {name!r} is {value!r}, neither right nor wrong; --score names another")
        else:
            yield GradedSample(sample, place, _GRADES[value], answer)


def question_of(sample: Mapping[str, Any]) -> str:
    """The input of a sample as a text: of a conversation what the user says."""
    given = sample.get("input")
    if isinstance(given, str):
        return given
    said = [message for message in given or () if isinstance(message, Mapping) and message.get("role") == "user"]
    parts = [part for message in said for part in _parts(message.get("content"))]
    return "\n\n".join(parts)


def _parts(content: object) -> list[str]:
    if isinstance(content, str):
        return [content]
    found = content if isinstance(content, list) else []
    return [part["text"] for part in found if isinstance(part, Mapping) and isinstance(part.get("text"), str)]


def _scores(sample: Mapping[str, Any]) -> Iterator[tuple[str, tuple[object, str | None]]]:
    """Every score of a sample by name, and the parts of those that have parts."""
    scores = sample.get("scores")
    for name, score in scores.items() if isinstance(scores, Mapping) else ():
        if not isinstance(score, Mapping):
            continue
        answer = score.get("answer") if isinstance(score.get("answer"), str) else None
        value = score.get("value")
        values = {f"{name}.{part}": one for part, one in value.items()} if isinstance(value, Mapping) else {name: value}
        for each, one in values.items():
            known = str(int(one)) if isinstance(one, int | float) and one in (0, 1) else one
            yield each, (known if isinstance(known, str | int | float) else str(known), answer)
