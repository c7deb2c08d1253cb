"""Accuracy that counts an answer only where a judge finds no error in its reasoning (Molfese et al. 2025)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from cgr_audit.scorecards.comparison import Comparison, Labels, Part
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.retraceqa.judgements import NO_ERROR, first_error_at, judge_labels
from cgr_audit.scorecards.retraceqa.traces import Trace

__all__ = ["NAME", "judged_accuracy"]

NAME = "accuracy-by-judge"
_JUDGED, _RIGHT, _SOUND, _FLAWED = range(4)
_MEASURES = (
    Measure(
        "reasoning_aware_by_judge",
        "reasoning-aware",
        "Share of the judged traces with a right answer in which the judge finds no error.",
        ratio(_SOUND, _JUDGED),
        _JUDGED,
        _SOUND,
    ),
    Measure("answer_only", "answer-only", "Share with a right answer.", ratio(_RIGHT, _JUDGED), _JUDGED, _RIGHT),
    Measure(
        "overestimate_by_judge",
        "overestimate",
        "Share with a right answer in which the judge finds an error.",
        ratio(_FLAWED, _JUDGED),
        _JUDGED,
        _FLAWED,
    ),
)


def judged_accuracy(traces: Sequence[Trace], threshold: float) -> Comparison | None:
    """The accuracy of each model by each judge, annotated or not; nothing where nobody judged.

    Traces whose answer is not known, or of which what the judge said could not be parsed, are left out and counted.

    Args:
        traces: with what judges say of them.
        threshold: of step scores.
    """
    has_settings = any(judge.setting is not None for trace in traces for judge in trace.judgements)
    lines: defaultdict[Labels, list[tuple[bool, bool]]] = defaultdict(list)
    dropped: defaultdict[Labels, Counter[str]] = defaultdict(Counter)
    for trace in traces:
        for judge, judgement in trace.judgements.items():
            labels = (*judge_labels(judge, has_settings=has_settings), ("model", trace.model))
            predicted = first_error_at(judgement, threshold)
            if trace.answer_correct is None or predicted is None:
                dropped[labels]["answer_not_known" if trace.answer_correct is None else "unparseable"] += 1
            else:
                lines[labels].append((trace.answer_correct, predicted == NO_ERROR))
    every = sorted({*lines, *dropped})
    if not every:
        return None
    number = np.repeat(np.arange(len(every)), [len(lines[labels]) for labels in every])
    right, sound = np.array([one for labels in every for one in lines[labels]], dtype=bool).reshape(-1, 2).T
    return Comparison(
        NAME,
        "Accuracy by judge",
        "What a judge calls free of errors is taken to be: as good as the judge, whose own scores are its F1.",
        np.column_stack((np.ones(len(number)), right, right & sound, right & ~sound)),
        tuple(
            Part(labels, number == place, _MEASURES, tuple(sorted(dropped[labels].items())))
            for place, labels in enumerate(every)
        ),
        case="trace",
    )
