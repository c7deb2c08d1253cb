"""What the programs of rows are like: constructs, complexity, and how often their loops go round on the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.calls import counting_call, rounds
from cgr_audit.scorecards.codemind.case import Case
from cgr_audit.scorecards.codemind.studied import studied
from cgr_audit.scorecards.codemind.study import ProgramStudy
from cgr_audit.scorecards.running.runner import ProgramRunner

__all__ = ["MOST_COUNTED", "MOST_STUDIED", "LookInto", "Traits", "traits_of"]

MOST_STUDIED = 10_000
"""Different programs that are studied without being asked for; a thousand take a second."""
MOST_COUNTED = 2_000
"""Different calls whose loops are counted without being asked for; a few hundred take a second."""


class LookInto(StrEnum):
    """Which programs are looked into."""

    AUTO = "auto"
    """All, unless there are very many."""
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Traits:
    """What the program of one row is like."""

    study: ProgramStudy | None = None
    """Nothing if there is no program, or nobody looked."""
    loop_length: int | None = None
    """Rounds of all its loops on the row's input; nothing if it has none or they could not be counted."""


def traits_of(cases: Sequence[Case], look: LookInto, running: ProgramRunner) -> tuple[list[Traits], tuple[str, ...]]:
    """The traits of each row's program, and what a reader must know of them.

    Args:
        cases: the rows; those without a program have no traits.
        look: which programs to look into.
        running: how many are looked into at a time, and the limits of a run.
    """
    sources = {case.subject for case in cases if case.subject is not None}
    if look is LookInto.NONE or not sources:
        return [Traits() for _ in cases], ()
    if look is LookInto.AUTO and len(sources) > MOST_STUDIED:
        return [Traits() for _ in cases], (
            f"{len(sources):,} different programs were not looked into, for time: no figures by construct, complexity "
            "or loop length; `--look-into all` makes them.",
        )
    studies = studied(sorted(sources), jobs=max(running.jobs, 1), counting=True)
    lengths, notes = _loop_lengths(cases, studies, look, running)
    traits = [
        Traits(None if case.subject is None else studies[case.subject], lengths.get((case.subject, case.given)))
        for case in cases
    ]
    return traits, (*_failures(studies), *notes)


def _loop_lengths(
    cases: Sequence[Case], studies: dict[str, ProgramStudy], look: LookInto, running: ProgramRunner
) -> tuple[dict[tuple[str | None, str | None], int], Iterator[str]]:
    calls = {}
    for case in cases:
        if case.subject is not None and case.given is not None and (case.subject, case.given) not in calls:
            call = counting_call(case.subject, case.given, studies[case.subject])
            if call is not None:
                calls[case.subject, case.given] = call
    if look is LookInto.AUTO and len(calls) > MOST_COUNTED:
        return {}, iter(
            [f"The loops of {len(calls):,} different calls were not counted, for time; `--look-into all` does."]
        )
    if not calls:
        return {}, iter(())
    given = running.outputs(list(calls.values()))
    found: dict[tuple[str | None, str | None], int] = {}
    for key, output in zip(calls, given, strict=True):
        length = rounds(output.text)
        if length is not None:
            found[key] = length
    missing = len(calls) - len(found)
    notes = [f"The loops of {counted(missing, 'call')} could not be counted: the program did not end."] * bool(missing)
    return found, iter(notes)


def _failures(studies: dict[str, ProgramStudy]) -> Iterator[str]:
    failed = [study.failure for study in studies.values() if study.failure is not None]
    if failed:
        yield (
            f"{counted(len(failed), 'program')} could not be analysed, such as one that is {failed[0]}: in no figure "
            "by construct, complexity or loop length."
        )
