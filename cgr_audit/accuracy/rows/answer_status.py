"""The channels whose answers are judged, and what an answer of theirs can be."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CHANNELS", "AnswerStatus"]

CHANNELS = ("direct", "assisted", "generator")
"""The three channels, in the order of every table."""


class AnswerStatus(StrEnum):
    """What a channel's answer is. Only an answered one can be right."""

    ANSWERED = "answered"
    EXTRACTION_FAILED = "extraction_failed"
    """Nothing could be extracted from the response, or it was truncated, filtered or no text."""
    NO_OPTION = "no_option"
    """Something that is not an option of the item."""
    MISSING = "missing"
    """There is no answer, and none of the reasons below: the run did not complete, or the channel was not recorded."""
    HARNESS_FAILURE = "harness_failure"
    """The harness failed: the row is left out of every figure, in every channel, and never counted as wrong."""
    REFUSED = "refused"
    """The gate refused the program, so that it was never executed."""
    NOT_RUN = "not_run"
    """The program is only observed, and was not executed."""
