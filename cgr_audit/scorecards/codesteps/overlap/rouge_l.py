"""ROUGE-L of a text (Lin 2004), by Google's ``rouge_score``."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["rouge_l"]


def rouge_l() -> Callable[[str, str], float]:
    """What gives the ROUGE-L of a reference and a prediction: the F1 over their longest common subsequence of words.

    Words are of ASCII letters and digits, in lower case, without a stemmer.

    Raises:
        ImportError: ``rouge_score`` is not installed.
    """
    from rouge_score.rouge_scorer import RougeScorer  # noqa: PLC0415  an extra

    scorer = RougeScorer(["rougeL"])

    def of(reference: str, prediction: str) -> float:
        return float(scorer.score(reference, prediction)["rougeL"].fmeasure)

    return of
