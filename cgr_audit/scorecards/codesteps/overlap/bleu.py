"""BLEU of a text (Papineni et al. 2002), by sacreBLEU (Post 2018)."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["bleu"]


def bleu() -> Callable[[str, str], float]:
    """What gives the BLEU of a reference and a prediction, from 0 to 1.

    Up to four words in a row, those longer than the texts left out (``effective_order``); tokens of ``mteval-v13a``;
    exponential smoothing.

    Raises:
        ImportError: sacreBLEU is not installed.
    """
    from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415  an extra

    metric = BLEU(effective_order=True)

    def of(reference: str, prediction: str) -> float:
        return float(metric.sentence_score(prediction, [reference]).score) / 100

    return of
