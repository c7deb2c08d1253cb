"""What the audit says of programs compared with what probing them shows: precision, recall, and every disagreement.

A rule is compared with what running can show of its subject:

========  ==============================================================================================
CGR201    the answer stayed the same under all tried solvers, and neither generator nor item was seen to decide it;
          any of the four codes says that too, and counts in its recall. Where CGR201 is about some paths only, it
          is compared only if the answer stayed the same
CGR203    another letter planted in the generator channel changed the answer
CGR206    some item fixed the answer against the solver; for the precision of CGR207 also the answer that
CGR207    the program falls back on. Running cannot tell the two codes apart, so either counts in the other's recall,
          and so does CGR210: an answer with all letters of the item
any       one of these
========  ==============================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from cgr_audit.execution.observed import Observed
from cgr_audit.execution.probe.item_probe import ItemProbe, Sensitivity
from cgr_audit.execution.probe.program_probe import ProgramProbe

__all__ = ["CallConcordance", "Concordance", "Disagreement", "RuleConcordance", "compare"]

LITERAL, REUSED, TABLE, DERIVED, JOINED = "CGR201", "CGR203", "CGR206", "CGR207", "CGR210"
ANY = "any"
OF_ITEMS = frozenset({TABLE, DERIVED, JOINED})
COMPARED = (LITERAL, REUSED, TABLE, DERIVED)

_SAME_SUBJECT: Mapping[str, frozenset[str]] = MappingProxyType(
    {LITERAL: frozenset({*COMPARED, JOINED}), REUSED: frozenset({REUSED}), TABLE: OF_ITEMS, DERIVED: OF_ITEMS}
)
"""The codes that name what the probe shows for each: an answer that never changes may be of any kind."""


class Evidence(StrEnum):
    """Whether running shows what a rule claims."""

    YES = "yes"
    NO = "no"
    POSSIBLE = "possible"
    """It shows what the rule's subject or something else brings about: it speaks for a finding, not against none."""
    UNKNOWN = "unknown"
    """It was not tried, or came to nothing."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One program on which audit and probe do not agree."""

    program_id: str
    about: str
    """The rule's code, or ``call bound``."""
    said: str
    why: str
    """Why it may be so although neither is wrong; empty where one of them is."""


@dataclass(slots=True)
class RuleConcordance:
    """One rule compared with the probe; programs about which the probe shows nothing are left out."""

    code: str
    flagged: int = 0
    """Programs with the finding."""
    confirmed: int = 0
    """Those of them in which the probe shows the same."""
    shown: int = 0
    """Programs in which the probe certainly shows it."""
    found: int = 0
    """Those of them with the finding."""

    @property
    def precision(self) -> float | None:
        """Of the programs with the finding, the share in which the probe shows the same."""
        return self.confirmed / self.flagged if self.flagged else None

    @property
    def recall(self) -> float | None:
        """Of the programs in which the probe shows it, the share with the finding."""
        return self.found / self.shown if self.shown else None


@dataclass(slots=True)
class CallConcordance:
    """Call bounds compared with the calls that were made."""

    numbers: int = 0
    """Programs on items for which the bound is a number."""
    reached: int = 0
    """Those of which some run made as many calls."""
    exceeded: int = 0
    """Those of which some run made more: faults of the audit (CGR907)."""


@dataclass(slots=True)
class Concordance:
    """The comparison of many programs."""

    programs: int = 0
    probed: int = 0
    rules: dict[str, RuleConcordance] = field(
        default_factory=lambda: {code: RuleConcordance(code) for code in (*COMPARED, ANY)}
    )
    calls: CallConcordance = field(default_factory=CallConcordance)
    disagreements: list[Disagreement] = field(default_factory=list)

    def add(self, probe: ProgramProbe) -> None:
        """Compare one more program."""
        self.programs += 1
        if not probe.items:
            return
        self.probed += 1
        codes = frozenset(finding.code for finding in probe.audit.findings) & _SAME_SUBJECT[LITERAL]
        evidence = _evidence(probe)
        if evidence[LITERAL] is Evidence.NO and {"solver", "selected"} & set(probe.audit.answer_provenance):
            codes -= {LITERAL}  # about some paths only, which no run has to take
        for code in COMPARED:
            self._count(code, evidence[code], flagged=code in codes, found=bool(codes & _SAME_SUBJECT[code]))
        self._count(ANY, _any(evidence), flagged=bool(codes - {JOINED}), found=bool(codes))
        self.disagreements += _disagreements(probe, codes, evidence)
        self._compare_calls(probe)

    def _count(self, code: str, evidence: Evidence, *, flagged: bool, found: bool) -> None:
        if evidence is Evidence.UNKNOWN:
            return
        row = self.rules[code]
        row.flagged += flagged
        row.confirmed += flagged and evidence is not Evidence.NO
        row.shown += evidence is Evidence.YES
        row.found += found and evidence is Evidence.YES

    def _compare_calls(self, probe: ProgramProbe) -> None:
        for one in probe.items:
            if one.bound is None:
                continue
            self.calls.numbers += 1
            self.calls.reached += one.most_calls == one.bound
            self.calls.exceeded += one.most_calls > one.bound
            if one.most_calls > one.bound:
                said = f"{one.most_calls} calls, but the bound is {one.bound} for the item {one.item.item_id!r}"
                self.disagreements.append(Disagreement(probe.program.program_id, "call bound", said, ""))


def compare(probes: Iterable[ProgramProbe]) -> Concordance:
    """Compare audit and probe of many programs."""
    concordance = Concordance()
    for probe in probes:
        concordance.add(probe)
    return concordance


def _evidence(probe: ProgramProbe) -> dict[str, Evidence]:
    decided = [one for one in probe.items if one.sensitivity is not Sensitivity.UNDECIDED and one.failure is None]
    if not decided:
        return dict.fromkeys(COMPARED, Evidence.UNKNOWN)
    of_generator = _shown(one.generator_in_answer for one in decided)
    of_item = _shown(one.item_decides or None for one in decided)
    if of_item is Evidence.UNKNOWN:
        in_fallback = any(one.item_in_fallback for one in decided)
        of_item = Evidence.POSSIBLE if in_fallback else Evidence.NO
    is_constant = all(one.sensitivity is Sensitivity.INSENSITIVE for one in decided)
    is_literal = is_constant and Evidence.YES not in (of_generator, of_item)
    return {
        LITERAL: Evidence.YES if is_literal else Evidence.NO,
        REUSED: of_generator,
        TABLE: of_item,
        DERIVED: of_item,
    }


def _shown(answers: Iterable[bool | None]) -> Evidence:
    known = [answer for answer in answers if answer is not None]
    if not known:
        return Evidence.UNKNOWN
    return Evidence.YES if any(known) else Evidence.NO


def _any(evidence: dict[str, Evidence]) -> Evidence:
    found = set(evidence.values())
    return next((kind for kind in (Evidence.YES, Evidence.POSSIBLE, Evidence.NO) if kind in found), Evidence.UNKNOWN)


def _disagreements(probe: ProgramProbe, codes: frozenset[str], evidence: dict[str, Evidence]) -> Iterator[Disagreement]:
    program_id, seen = probe.program.program_id, _summary(probe)
    for code in COMPARED:
        if code in codes and evidence[code] is Evidence.NO:
            yield Disagreement(program_id, code, f"{code} is found, but {_SHOWS_NOT[code]}: {seen}", _why_not(code))
    claimed = {LITERAL: codes, REUSED: codes & {REUSED}, TABLE: codes & OF_ITEMS}
    for code, found in claimed.items():
        if evidence[code] is Evidence.YES and not found:
            name = "CGR206 or CGR207" if code == TABLE else code
            yield Disagreement(program_id, name, f"{_SHOWS[code]}, but there is no {name}: {seen}", _why_missed(probe))
    if probe.disagreement is not None:
        asks = any(one.asks for one in probe.items)
        is_constant = any(one.sensitivity is Sensitivity.INSENSITIVE for one in probe.items)
        code = Observed.SOLVER_INSENSITIVE if is_constant else Observed.DOMINANT_ANSWER
        why = _WHY_UNASKED if not asks else _WHY_INSENSITIVE if is_constant else _WHY_DOMINANT
        yield Disagreement(program_id, code, probe.disagreement, why)


_SHOWS = {
    LITERAL: "the answer is always the same",
    REUSED: "a letter planted in the generator channel changes the answer",
    TABLE: "an item fixes the answer against the solver",
}
_SHOWS_NOT = {
    LITERAL: "the answer is not always the same, or generator or item decide it",
    REUSED: "a letter planted in the generator channel changes no answer",
    TABLE: "no tried item fixes the answer",
    DERIVED: "no tried item fixes the answer",
}
_WHY_INSENSITIVE = "the tried solvers may not speak as the program wants to hear it"
_WHY_DOMINANT = "the solver decides, but most of its replies lead to the same answer"
_WHY_UNASKED = "on this item it takes a path that asks nothing; on others it may ask"


def _why_not(code: str) -> str:
    match code:
        case "CGR203":
            return "the path on which the generator's letter is returned was not taken"
        case "CGR206" | "CGR207":
            return "the tried items may lack what the program looks for, or the path was not taken"
        case _:
            return ""


def _why_missed(probe: ProgramProbe) -> str:
    if {"solver", "selected"} & set(probe.audit.answer_provenance):
        return "the audit says that the solver decides on some path, which no tried solver took"
    if "unknown" in probe.audit.answer_provenance:
        return "the audit could not follow the answer"
    return ""


def _summary(probe: ProgramProbe) -> str:
    return "; ".join(_of_item(one) for one in probe.items[:2])


def _of_item(one: ItemProbe) -> str:
    answers = ", ".join(f"{answer!r} ({solver})" for answer, solver in list(one.answers.items())[:2])
    return f"{one.sensitivity.value} under {one.tried} solvers: {answers or 'no answer'}"
