"""What the note of the headline says: what was judged, which interval to quote, what counts as wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cgr_audit.accuracy.intervals.estimates import Method
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.quoting import which_to_quote
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.plural import counted

__all__ = ["headline_notes"]

_ASSOCIATED = (
    "What changes between treatments is associated with the programs that are not approved, not proven to be due to "
    "them."
)
_GENERATOR = (
    "Generator, and so closure: a row whose program was not executed has no generator's answer and counts as wrong "
    "there, under every treatment that does not drop it"
)


def headline_notes(summary: AccuracySummary, shown: Sequence[Method], *, has_answer_kinds: bool) -> Iterator[str]:
    """What a reader of the headline has to know, a sentence each.

    Args:
        summary: of a package.
        shown: the methods whose intervals the table has columns for.
        has_answer_kinds: whether it has columns for what kinds of answers there are.
    """
    for channel in summary.population.absent:
        yield f"No row has an answer in the {channel} channel."
    if not summary.population.judged:
        yield "No verdicts: every row is kept."
    else:
        yield from _unjudged(summary)
    yield "Micro: over rows. Macro: unweighted mean over dataset-solver pairs."
    if len(summary.headlines) > 1:
        yield _ASSOCIATED
    yield which_to_quote((estimate for one in summary.headlines for estimate in one.estimates), shown)
    for one in summary.headlines:
        if one.unrecorded:
            name, rows = one.treatment.label.capitalize(), counted(one.unrecorded, "row")
            yield (
                f"{name}: {rows} of programs that were not executed and have no recorded answer count as wrong there "
                "too."
            )
    if has_answer_kinds:
        yield f"The kinds of answers are the assisted channel's. {_GENERATOR}; the last column says how many."
    elif not_executed := max(int(one.basis["generator_not_executed"]) for one in summary.headlines):
        yield f"{_GENERATOR} ({counted(not_executed, 'row')})."
    yield from _unanswered(summary)
    if summary.settings.missing is Missing.LEFT_OUT:
        said = ", ".join(f"{one.basis['left_out']} under {one.treatment.label}" for one in summary.headlines)
        yield f"Rows left out because an answer is missing: {said}."
        if len(summary.headlines) > 1:
            yield "A treatment decides which answer counts, so that the treatments rest on different rows."


def _unjudged(summary: AccuracySummary) -> Iterator[str]:
    """What becomes of rows whose program has no verdict, where others have one."""
    for record in summary.verdicts:
        if record["verdict"] is None:
            programs = f" of {counted(record['programs'], 'program')}" if record["programs"] else ""
            yield f"Without a verdict, and so taken as not approved: {counted(record['rows'], 'row')}{programs}."


def _unanswered(summary: AccuracySummary) -> Iterator[str]:
    """Pairs that look as if nothing were right in a channel, where nothing was answered in it at all."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for one in summary.headlines:
        for (dataset, solver), lacking in one.unanswered_pairs:
            found.setdefault((dataset, solver, " and ".join(lacking)), []).append(one.treatment.label)
    for (dataset, solver, channels), treatments in found.items():
        yield (
            f"{dataset} / {solver} has no {channels} answer at all ({', '.join(treatments)}): its 0 % there is an "
            "absence, not a failure."
        )
