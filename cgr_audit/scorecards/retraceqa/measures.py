"""What a trace adds to the figures about answers and the reasoning behind them (Molfese et al. 2025)."""

from __future__ import annotations

from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.retraceqa.traces import NO_ERROR, Annotation, ErrorType

__all__ = ["MEASURES", "sums_of"]

(
    _ANSWERED,
    _RIGHT,
    _BOTH_KNOWN,
    _RIGHT_AND_SOUND,
    _RIGHT_AND_FLAWED,
    _RIGHT_AND_ANNOTATED,
    _ANNOTATED,
    _FLAWED,
    _FIRST_TYPE,
) = range(9)

MEASURES = (
    Measure(
        "reasoning_aware",
        "reasoning-aware",
        "Of the annotated traces, the share with a right answer and no error in any step.",
        ratio(_RIGHT_AND_SOUND, _BOTH_KNOWN),
        _BOTH_KNOWN,
        _RIGHT_AND_SOUND,
        leads=True,
    ),
    Measure(
        "answer_only",
        "answer-only",
        "Of all traces, annotated or not, the share with a right answer.",
        ratio(_RIGHT, _ANSWERED),
        _ANSWERED,
        _RIGHT,
        leads=True,
    ),
    Measure(
        "overestimate",
        "overestimate",
        "By how much answers alone overestimate: of the annotated traces, the share with a right answer and an error.",
        ratio(_RIGHT_AND_FLAWED, _BOTH_KNOWN),
        _BOTH_KNOWN,
        _RIGHT_AND_FLAWED,
    ),
    Measure(
        "process_error_rate",
        "process errors",
        "Of the annotated traces with a right answer, the share with an error.",
        ratio(_RIGHT_AND_FLAWED, _RIGHT_AND_ANNOTATED),
        _RIGHT_AND_ANNOTATED,
        _RIGHT_AND_FLAWED,
    ),
    Measure(
        "error_rate",
        "any error",
        "Of the annotated traces, the share with an error, whatever their answer.",
        ratio(_FLAWED, _ANNOTATED),
        _ANNOTATED,
        _FLAWED,
        leads=True,
    ),
    *(
        Measure(
            f"{kind}_share",
            kind,
            f"Of the traces with an error, the share whose first one is of the type {kind}.",
            ratio(_FIRST_TYPE + place, _FLAWED),
            _FLAWED,
            _FIRST_TYPE + place,
        )
        for place, kind in enumerate(ErrorType)
    ),
)


def sums_of(answer_correct: bool | None, annotation: Annotation | None) -> list[float]:
    """What a trace adds to each column.

    Args:
        answer_correct: ``None`` where it is not known.
        annotation: the one that is settled on; ``None`` where there is none.
    """
    right = answer_correct is True
    annotated = annotation is not None
    flawed = annotation is not None and annotation.first_error != NO_ERROR
    return [
        float(one)
        for one in (
            answer_correct is not None,
            right,
            annotated and answer_correct is not None,
            right and annotated and not flawed,
            right and flawed,
            right and annotated,
            annotated,
            flawed,
            *(annotation is not None and annotation.error_type == kind for kind in ErrorType),
        )
    ]
