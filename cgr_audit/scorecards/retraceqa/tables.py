"""Tables of traces that are not rates of groups: what is known of them, and the types of their errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cgr_audit.plural import counted
from cgr_audit.scorecards.retraceqa.traces import NO_ERROR, Annotation, ErrorType, Trace
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["error_types_table", "notes", "traces_table"]

UNTYPED = "(none given)"


def traces_table(traces: Sequence[Trace], settled: Sequence[Annotation | None]) -> Table:
    """How many traces there are, and of how many what is known."""
    divided = sum(one is None and bool(trace.annotations) for trace, one in zip(traces, settled, strict=True))
    counts = {
        "traces": len(traces),
        "answer known to be right or wrong": sum(trace.answer_correct is not None for trace in traces),
        "annotated": sum(one is not None for one in settled),
        "annotators divided, so that no annotation is settled on": divided,
        "without a step": sum(not trace.steps for trace in traces),
        "several annotators": sum(len(trace.annotators) > 1 for trace in traces),
        "judged by anybody": sum(bool(trace.judgements) for trace in traces),
    }
    columns = (Column("what", "traces"), Column("traces", "number", Kind.COUNT))
    records = tuple({"what": what, "traces": number} for what, number in counts.items())
    return Table("traces", "What is known of the traces", "", columns, records)


def error_types_table(traces: Sequence[Trace], settled: Sequence[Annotation | None]) -> Table:
    """Of what types first errors are: of all traces that have one, and of those with a right answer."""
    flawed = [
        (one.error_type or UNTYPED, trace.answer_correct is True)
        for trace, one in zip(traces, settled, strict=True)
        if one is not None and one.first_error != NO_ERROR
    ]
    right = sum(answered for _, answered in flawed)
    names = [*map(str, ErrorType), *([UNTYPED] if any(name == UNTYPED for name, _ in flawed) else [])]
    records = []
    for name in names:
        traces_of = sum(kind == name for kind, _ in flawed)
        right_of = sum(kind == name and answered for kind, answered in flawed)
        records.append(
            {
                "error_type": name,
                "traces": traces_of,
                "share": traces_of / len(flawed) if flawed else None,
                "right_answer": right_of,
                "right_share": right_of / right if right else None,
            }
        )
    columns = (
        Column("error_type", "first error"),
        Column("traces", "traces", Kind.COUNT),
        Column("share", "%", Kind.RATE),
        Column("right_answer", "with a right answer", Kind.COUNT),
        Column("right_share", "% of these", Kind.RATE),
    )
    note = "Traces with an error, by the type of their first one."
    return Table("error-types", "Types of errors", note, columns, tuple(records))


def notes(rows: int, traces: Sequence[Trace], settled: Sequence[Annotation | None]) -> Iterator[str]:
    """What a reader must know before the figures.

    Args:
        rows: how many rows the traces are made of.
        traces: each once.
        settled: of each trace its annotation.
    """
    if rows > len(traces):
        yield (
            f"{rows:,} rows are about {len(traces):,} traces; a trace counts once in every figure and group, whatever "
            "its number of judges and annotators, so that rows of figures are traces."
        )
    answered = sum(trace.answer_correct is not None for trace in traces)
    pairs = list(zip(traces, settled, strict=True))
    both = sum(one is not None and trace.answer_correct is not None for trace, one in pairs)
    if both == 0:
        yield "No trace has both an annotation and an answer known to be right or wrong, which most figures need."
    elif both < answered:
        yield (
            f"Answer-only accuracy is over {answered:,} traces, reasoning-aware accuracy over the {both:,} of them "
            "that are annotated; the overestimate lies between the two over the latter."
        )
    voted = sum(one is not None and None not in trace.annotations and len(trace.annotators) > 1 for trace, one in pairs)
    if voted:
        yield (
            f"{counted(voted, 'trace')} with several annotators, and no annotation that was settled on: the step that "
            "most of them name is taken."
        )
    divided = sum(one is None and bool(trace.annotations) for trace, one in pairs)
    if divided:
        yield f"Annotators are divided on {counted(divided, 'trace')}, in no figure that needs an annotation."
