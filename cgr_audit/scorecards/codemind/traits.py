"""What the programs of rows are like, Python and Java: constructs, complexity, and the rounds of their loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.calls import counting_call, rounds
from cgr_audit.scorecards.codemind.case import Case, Task
from cgr_audit.scorecards.codemind.java import MISSING
from cgr_audit.scorecards.codemind.language import Language, language_named
from cgr_audit.scorecards.codemind.program_study import ProgramStudy
from cgr_audit.scorecards.codemind.studied import studied
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
    reference: ProgramStudy | None = None
    """Of a generated program, what the reference is like; nothing if the row has none."""


_Studies = Mapping[tuple[Language | None, str], ProgramStudy]
"""By the language that rows name and the text."""


def traits_of(cases: Sequence[Case], look: LookInto, running: ProgramRunner) -> tuple[list[Traits], tuple[str, ...]]:
    """The traits of each row's program, and what a reader must know of them.

    Args:
        cases: the rows; those without a program have no traits.
        look: which programs to look into.
        running: how many are looked into at a time, and the limits of a run.
    """
    sources = {_key(case, text) for case in cases for text in (case.subject, _reference(case)) if text is not None}
    if look is LookInto.NONE or not sources:
        return [Traits() for _ in cases], ()
    if look is LookInto.AUTO and len(sources) > MOST_STUDIED:
        return [Traits() for _ in cases], (
            f"{len(sources):,} different programs were not looked into, for time: no figures by construct, complexity "
            "or loop length; `--look-into all` makes them.",
        )
    studies: dict[tuple[Language | None, str], ProgramStudy] = {}
    for language in sorted({language for language, _ in sources}, key=str):
        texts = sorted(text for named, text in sources if named is language)
        found = studied(texts, jobs=max(running.jobs, 1), counting=True, language=language)
        studies |= {(language, text): study for text, study in found.items()}
    lengths, notes = _loop_lengths(cases, studies, look, running)
    traits = []
    for case in cases:
        study = _study(case, case.subject, studies)
        length = _traced(case, study) if case.trace is not None else lengths.get((case.subject, case.given))
        traits.append(Traits(study, length, _study(case, _reference(case), studies)))
    return traits, (*_failures(studies), *notes)


def _reference(case: Case) -> str | None:
    return None if case.task is Task.IER else case.program


def _key(case: Case, text: str) -> tuple[Language | None, str]:
    return None if case.language is None else language_named(case.language) or Language.PYTHON, text


def _study(case: Case, text: str | None, studies: _Studies) -> ProgramStudy | None:
    return None if text is None else studies[_key(case, text)]


def _traced(case: Case, study: ProgramStudy | None) -> int | None:
    """The rounds of all loops in a row's trace: how often the first statement of a body began."""
    if study is None or study.loop_lines is None or case.trace is None:
        return None
    began = Counter(case.trace)
    return sum(began[line] for line in study.loop_lines)


def _loop_lengths(
    cases: Sequence[Case], studies: _Studies, look: LookInto, running: ProgramRunner
) -> tuple[dict[tuple[str | None, str | None], int], Iterator[str]]:
    calls = {}
    for case in cases:
        study = _study(case, case.subject, studies)
        if study is not None and case.given is not None and (case.subject, case.given) not in calls:
            call = counting_call(case.subject or "", case.given, study)
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


def _failures(studies: _Studies) -> Iterator[str]:
    failed = [study.failure for study in studies.values() if study.failure is not None]
    others = [failure for failure in failed if failure != MISSING]
    if len(others) < len(failed):
        yield f"{counted(len(failed) - len(others), 'program')} in no figure by construct or complexity: {MISSING}"
    if others:
        yield (
            f"{counted(len(others), 'program')} in no figure by construct, complexity or loop length; the first is "
            f"{others[0]}."
        )
