"""What the answers of a single row are, said again without columns."""

from __future__ import annotations

from collections.abc import Iterable

from cgr_audit.accuracy.rows.answer_status import AnswerStatus


def answer_status(
    answer: str | None, option_ids: Iterable[str], failure_value: str | None, *, extraction_failed: bool | None = None
) -> AnswerStatus:
    """What an answer is; ``extraction_failed`` is what the row itself says, where it says anything."""
    options = tuple(option_ids)
    if extraction_failed or (answer is not None and answer == failure_value and answer not in options):
        return AnswerStatus.EXTRACTION_FAILED
    if answer is None:
        return AnswerStatus.MISSING
    return AnswerStatus.ANSWERED if not options or answer in options else AnswerStatus.NO_OPTION


def status_by_outcome(channel: str, outcome: str | None, answer: str | None) -> AnswerStatus | None:
    """What the outcome of a row alone says of a channel's answer; nothing if the answer itself decides.

    A program that was not executed has no assisted answer, and no generator answer where none was recorded.
    """
    if outcome == "host_failure":
        return AnswerStatus.HARNESS_FAILURE
    if outcome in {"refused", "not_run"} and (channel == "assisted" or (channel == "generator" and answer is None)):
        return AnswerStatus(outcome)
    return None
