"""A program on all its items: what its probe says of it, and where that goes against the audit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.rule import Meta
from cgr_audit.execution.observed import Observed, Seen, observed_findings
from cgr_audit.execution.probe.item_probe import ItemProbe, Sensitivity
from cgr_audit.execution.probe.item_runs import ProgramToProbe
from cgr_audit.execution.probe.probing import Prober
from cgr_audit.execution.probe.reading import ProgramReading
from cgr_audit.gate.bound import at_most
from cgr_audit.records.rows import Item
from cgr_audit.source.contract import Contract
from cgr_audit.source.program import Program

__all__ = ["ItemToProbe", "ProgramProbe", "ProgramTask", "lost_probe", "probe_program"]

_OF_THE_SOLVER = frozenset({"solver", "selected"})
_WRAPPED = "CGR002"


@dataclass(frozen=True, slots=True)
class ItemToProbe:
    """An item that a program is to be probed on."""

    item: Item
    is_synthetic: bool = False
    recorded: Sequence[str] = ()
    """Responses to other items."""


@dataclass(frozen=True, slots=True)
class ProgramTask:
    """A program with its audit and everything that its probe needs."""

    program: Program
    audit: ProgramAudit
    reading: ProgramReading | None
    """Null for a program that is not probed."""
    items: Sequence[ItemToProbe]


@dataclass(frozen=True, slots=True)
class ProgramProbe:
    """A probed program, or one that could not be."""

    program: Program
    audit: ProgramAudit
    items: tuple[ItemProbe, ...]
    seen: tuple[Seen, ...]
    """What rules about runs report, over all items."""
    disagreement: str | None = None
    """Where the probe says that the solver decides nothing and the audit says that it does."""
    not_probed: str | None = None
    """Why the program was not run."""
    lost: str | None = None
    """How the process ended that it was probed in."""

    @property
    def sensitivity(self) -> Sensitivity | None:
        """Over all items: what all have in common, else partly; null where none was probed."""
        kinds = {probe.sensitivity for probe in self.items}
        decided = kinds - {Sensitivity.UNDECIDED}
        if not kinds:
            return None
        if not decided:
            return Sensitivity.UNDECIDED
        return decided.pop() if len(decided) == 1 else Sensitivity.PARTLY

    @property
    def failures(self) -> tuple[str, ...]:
        """Faults of the harness."""
        return tuple(said for said in (self.lost, *(probe.failure for probe in self.items)) if said is not None)

    def findings(self, metas: Mapping[str, Meta], more: Iterable[Seen] = ()) -> tuple[Finding, ...]:
        """The findings of rules about runs; ``more`` was seen outside the probe."""
        return observed_findings(self.program, (*self.seen, *more), metas)


def probe_program(prober: Prober, task: ProgramTask) -> ProgramProbe:
    """Probe a program on its items, if it is one that may be run as it stands."""
    reason = why_not_probed(task.audit)
    if reason is not None or task.reading is None:
        return ProgramProbe(task.program, task.audit, (), (), not_probed=reason or "it was not read")
    contract = prober.sandbox.contract
    provenance = frozenset(task.audit.answer_provenance)
    is_followed = not provenance or bool(provenance & {*_OF_THE_SOLVER, "unknown"})
    probes = []
    for one in task.items:
        bound = _bound(task.audit, one.item, contract)
        program = ProgramToProbe(task.program.data, task.reading, bound, one.recorded, is_followed)
        probes.append(prober.probe(program, one.item, is_synthetic=one.is_synthetic))
    own = tuple(seen for probe in probes for seen in (*_insensitive(probe), *_dominated(probe)))
    contradicting = sorted(_OF_THE_SOLVER & provenance)
    disagreement = None
    if own and contradicting:
        disagreement = f"{own[0].message}, but the provenance says {' and '.join(contradicting)}"
        own = (replace(own[0], message=disagreement), *own[1:])
    seen = (*own, *(seen for probe in probes for seen in probe.seen))
    return ProgramProbe(task.program, task.audit, tuple(probes), seen, disagreement)


def lost_probe(task: ProgramTask, why: str) -> ProgramProbe:
    """What there is of a program that ended the process it was probed in."""
    return ProgramProbe(task.program, task.audit, (), (), not_probed=why, lost=why)


def why_not_probed(audit: ProgramAudit) -> str | None:
    """Why a program is not run by a probe; nothing for one that is."""
    if audit.status is not AuditStatus.ANALYSED:
        return "it could not be analysed"
    if any(finding.code == _WRAPPED for finding in audit.findings):
        return "it has to be taken out of its text first, by `cgr-audit unwrap`"
    return None


def _bound(audit: ProgramAudit, item: Item, contract: Contract) -> int | None:
    if audit.call_bound is None:
        return None
    return at_most(audit.call_bound, len(item.options) or contract.item.option_count)


def _insensitive(probe: ItemProbe) -> Iterable[Seen]:
    if probe.sensitivity is not Sensitivity.INSENSITIVE:
        return
    said = f"the answer is {probe.only_answer!r} under all {probe.tried_plain} plain solvers"
    if not probe.asks:
        said = f"the answer is {probe.only_answer!r}, and no solver is asked"
    elif probe.planted_sensitivity is not Sensitivity.INSENSITIVE and probe.unlocked_by is not None:
        said += f"; only planted replies change it, first: {probe.unlocked_by}"
    yield Seen(Observed.SOLVER_INSENSITIVE, "answer", said, _named(probe))


def _dominated(probe: ItemProbe) -> Iterable[Seen]:
    if probe.dominant is not None:
        found = probe.dominant
        said = f"the answer is {found.answer!r} in {found.times} of {found.runs} runs whose replies are drawn at random"
        yield Seen(Observed.DOMINANT_ANSWER, "answer", said, _named(probe))


def _named(probe: ItemProbe) -> str:
    return "on a made-up item" if probe.is_synthetic else f"on the item {probe.item.item_id!r}"
