"""One recorded row compared with the row that its program, item and recorded calls give now.

Each channel is compared by itself: first its calls, then what the row says of it. Where a call is not the recorded one,
the rest of the channel follows from that and is left out. Times are never compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.execution.results import DIRECT_PATH, FinishedRow
from cgr_audit.execution.verify.calls import ChannelCalls, compare_calls
from cgr_audit.execution.verify.files import RESULTS
from cgr_audit.execution.verify.verification import Difference, Fuel, RowVerification
from cgr_audit.records.rows import CallRow, Channel, Origin, ResultRow, to_record
from cgr_audit.sandbox.outcome import Limit, OutcomeKind

__all__ = ["Comparison", "verify_row"]

_ROW = ("correct_ans", "program_sha256", "verdict")
_DIRECT = ("solverLLM_baseline_ans", "direct_calls")
_ASSISTED = (
    "solverLLM_assisted_ans",
    "genLLM_ans",
    "genLLM_difficulty",
    "attempts",
    "assisted_calls",
    "value_literal",
    "contract_broken",
)
_END = ("outcome", "error")
"""Of the row: a service or internal error on either path shows here."""
_ANSWERS = frozenset({"solverLLM_assisted_ans", "genLLM_ans", "genLLM_difficulty"})
_OF_ATTEMPT = ("outcome", "limit", "error", "lines", "branches")

NO_CALLS = "its solver calls were not recorded"
NO_PROMPTS = "prompts were left out of its recorded calls"
NO_QUESTION = "the question of its item was left out of the package"
NO_PATH = "the contract has no direct path"
ENDED_BY_CLOCK = "the clock ended its run, which depends on the machine"
ENDED_BY_FUEL = "its fuel ended its run, and how far that lasts differs from component to component"
HARNESS_THEN = "a service or internal error ended it when it was recorded, which its calls do not show"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What decides how rows are compared."""

    component: str
    """Of the sandbox that they run in now."""
    recorded_component: str | None
    """What ``config.json`` says; null where it says nothing."""
    origin: str | None
    """What every row has to be; null where any may be."""
    same_rules: bool
    """Whether the recording was judged by today's rules, on which ``executed_provenance`` rests."""
    has_calls: bool
    """Whether the package has a file of calls at all."""


def verify_row(
    then: ResultRow,
    calls: Sequence[CallRow],
    finished: FinishedRow,
    comparison: Comparison,
    *,
    has_question: bool,
    blocked: str | None,
) -> RowVerification:
    """Compare a recorded row with what it is now.

    Args:
        then: the recorded row.
        calls: its recorded calls.
        finished: the row and the calls that its recording gives now.
        comparison: what decides how.
        has_question: whether the item's question is in the package; nothing runs without.
        blocked: why its program may not be run today; null where it may.
    """
    row = _Row(then, calls, finished, comparison)
    differences = list(row.of_the_row())
    reasons: dict[str, None] = {}
    if not has_question:
        return RowVerification(then.key, tuple(differences), (NO_QUESTION,), is_run=False)
    direct, parted_directly = row.channel(Channel.DIRECT, reasons)
    differences += direct
    if blocked is not None:
        reasons[blocked] = None
        return RowVerification(then.key, tuple(differences), tuple(reasons), is_run=False)
    assisted, parted = row.channel(Channel.ASSISTED, reasons)
    differences += assisted
    if not parted:
        differences += row.end(hides_assisted=parted_directly)
    is_run = finished.row.runs is not None
    fuel = row.fuel() if is_run and not parted else Fuel.NONE
    return RowVerification(then.key, tuple(differences), tuple(reasons), is_run, fuel)


class _Row:
    """A recorded row, what it is now, and its calls."""

    def __init__(
        self, then: ResultRow, calls: Sequence[CallRow], finished: FinishedRow, comparison: Comparison
    ) -> None:
        self._row = then
        self._is_foreign = then.origin == Origin.RECORDED and comparison.origin is None
        self._then: Mapping[str, Any] = to_record(then)
        self._now: Mapping[str, Any] = to_record(finished.row)
        self._calls = {channel: ChannelCalls.of(channel, calls, finished.calls) for channel in Channel}
        self._comparison = comparison

    def of_the_row(self) -> Iterator[Difference]:
        """What does not depend on a channel."""
        yield from self._fields(_ROW)
        expected, component = self._comparison.origin, self._comparison.recorded_component
        if expected is not None and self._row.origin != expected:
            yield Difference(RESULTS, "origin", self._row.origin, expected)
        if component is not None and self._row.component not in {None, component}:
            yield Difference(RESULTS, "component", self._row.component, component)

    def channel(self, channel: Channel, reasons: dict[str, None]) -> tuple[list[Difference], bool]:
        """What differs in a channel, and whether nothing more can be said of it; reasons are added to."""
        calls = self._calls[channel]
        if not self._states(channel, calls):
            return [], True
        reason = self._obstacle(channel, calls)
        if reason is not None:
            reasons[reason] = None
            return [], True
        differences, parted = compare_calls(calls)
        if not parted:
            differences += self._of_direct() if channel is Channel.DIRECT else self._of_assisted()
        return differences, parted

    def end(self, *, hides_assisted: bool) -> Iterator[Difference]:
        """How the row ended.

        A direct path that cannot be followed now ends the row now, whatever its program did: then the last attempt of
        the program tells.
        """
        if not hides_assisted:
            yield from self._fields(_END)
        elif self._now["runs"] and not str(self._then["error"]).startswith(DIRECT_PATH):
            yield from self._fields(_END, self._now["runs"][-1])

    def fuel(self) -> Fuel:
        """What became of the fuel of a program that ran."""
        component = self._then["component"]
        if component is None:
            return Fuel.UNNAMED_COMPONENT
        return Fuel.COMPARED if component == self._comparison.component else Fuel.OTHER_COMPONENT

    def _states(self, channel: Channel, calls: ChannelCalls) -> bool:
        """Whether a row that no run of ours wrote says anything of a channel."""
        if not self._is_foreign or calls.recorded:
            return True
        names = _DIRECT if channel is Channel.DIRECT else (*_ASSISTED, "outcome")
        return any(self._then[name] is not None for name in names)

    def _obstacle(self, channel: Channel, calls: ChannelCalls) -> str | None:
        """Why a channel cannot be run again as it was."""
        if not calls.has_all_prompts:
            return NO_PROMPTS
        stated = self._then["direct_calls" if channel is Channel.DIRECT else "assisted_calls"]
        may_lack = not self._comparison.has_calls or (self._is_foreign and stated is None)
        if may_lack and not calls.recorded and calls.now and stated != 0:
            return NO_CALLS
        if channel is Channel.DIRECT:
            return NO_PATH if self._is_foreign and self._now["direct_calls"] is None else None
        if self._ended_by(Limit.WALL):
            return ENDED_BY_CLOCK
        if self._then["component"] != self._comparison.component and self._ended_by(Limit.FUEL):
            return ENDED_BY_FUEL
        return HARNESS_THEN if self._was_harness_fault(calls) else None

    def _ended_by(self, limit: Limit) -> bool:
        """Whether an attempt, then or now, was ended by a limit."""
        runs = [*(self._then["runs"] or ()), *(self._now["runs"] or ())]
        error = str(self._then["error"])
        said = self._then["outcome"] == OutcomeKind.LIMIT_EXCEEDED and error.startswith(f"{limit.value} limit exceeded")
        return said or any(run["limit"] == limit for run in runs)

    def _was_harness_fault(self, calls: ChannelCalls) -> bool:
        """Whether the harness failed then in another way than by a call, and does not now."""
        if self._then["outcome"] != OutcomeKind.HOST_FAILURE or self._then["solverLLM_assisted_ans"] is not None:
            return False
        failed = calls.has_failure or self._calls[Channel.DIRECT].has_failure
        return not failed and self._now["outcome"] != OutcomeKind.HOST_FAILURE

    def _of_direct(self) -> Iterator[Difference]:
        yield from self._fields(_DIRECT)
        yield from self._extraction("direct")

    def _of_assisted(self) -> Iterator[Difference]:
        yield from self._fields(_ASSISTED)
        yield from self._extraction("assisted")
        yield from self._extraction("generator")
        if self._comparison.same_rules:
            yield from self._fields(("executed_provenance",))
        then, now = self._then["component"], self._now["component"]
        if not self._is_foreign and (then is None) != (now is None):
            yield Difference(RESULTS, "component", then, now)
        compares_fuel = then == self._comparison.component
        if compares_fuel or (then is None and not self._is_foreign):
            yield from self._fields(("fuel",))
        yield from self._runs(compares_fuel=compares_fuel)

    def _runs(self, *, compares_fuel: bool) -> Iterator[Difference]:
        then, now = self._then["runs"], self._now["runs"]
        if then is None and self._is_foreign:
            return
        if then is None or now is None or len(then) != len(now):
            if then != now:
                yield Difference(RESULTS, "runs", then, now, Channel.ASSISTED.value)
            return
        fields = (*_OF_ATTEMPT, "fuel") if compares_fuel else _OF_ATTEMPT
        for attempt, (one, other) in enumerate(zip(then, now, strict=True), start=1):
            for name in fields:
                if name in one and one[name] != other[name]:  # earlier versions recorded no branches
                    field = f"runs/{attempt - 1}/{name}"
                    yield Difference(RESULTS, field, one[name], other[name], Channel.ASSISTED.value, attempt)

    def _extraction(self, channel: str) -> Iterator[Difference]:
        then, now = ((record["extraction_failed"] or {}).get(channel) for record in (self._then, self._now))
        if then != now and not (self._is_foreign and then is None):
            yield Difference(RESULTS, f"extraction_failed/{channel}", then, now)

    def _fields(self, names: Sequence[str], record: Mapping[str, Any] | None = None) -> Iterator[Difference]:
        """Compare fields with what the row is now, or with another record of it."""
        for name in names:
            then, now = self._then[name], (record or self._now)[name]
            if not _is_equal(then, now) and not self._says_nothing(name):
                yield Difference(RESULTS, name, then, now)

    def _says_nothing(self, name: str) -> bool:
        """Whether a field is empty in a row that no run of ours wrote, so that it claims nothing."""
        if not self._is_foreign or self._then[name] is not None:
            return False
        if name == "solverLLM_baseline_ans":
            return not self._calls[Channel.DIRECT].recorded
        return not (name in _ANSWERS and self._then["outcome"] == OutcomeKind.COMPLETED)


def _is_equal(then: Any, now: Any) -> bool:
    """Equality of JSON values, which tells 1 from true."""
    return type(then) is type(now) and then == now
