"""The recorded calls of one channel of a row compared with those that are made now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.execution.verify.files import CALLS
from cgr_audit.execution.verify.verification import Difference
from cgr_audit.records.rows import CallRow, Channel
from cgr_audit.solvers.replay import is_same

__all__ = ["ChannelCalls", "compare_calls"]


@dataclass(frozen=True, slots=True)
class ChannelCalls:
    """The calls of one channel of one row, by attempt and number."""

    channel: Channel
    recorded: Mapping[tuple[int, int], CallRow]
    now: Mapping[tuple[int, int], CallRow]

    @classmethod
    def of(cls, channel: Channel, recorded: Iterable[CallRow], now: Iterable[CallRow]) -> ChannelCalls:
        """Those of a channel among all calls of a row."""
        return cls(channel, _of_channel(channel, recorded), _of_channel(channel, now))

    @property
    def has_all_prompts(self) -> bool:
        """Whether every recorded call has its prompt, without which it cannot be given back."""
        return all(call.prompt is not None for call in self.recorded.values())

    @property
    def has_failure(self) -> bool:
        """Whether a recorded call failed."""
        return any(call.response is None for call in self.recorded.values())

    def parting(self) -> tuple[int, int] | None:
        """The first call that is not the recorded one; what follows it in its channel says nothing.

        Such a call gets no response, so that it ends its attempt and the channel.
        """
        for place, call in sorted(self.now.items()):
            then = self.recorded.get(place)
            if then is None or not is_same(then.prompt, call.prompt) or not is_same(then.config, call.config):
                return place
        return None


def compare_calls(calls: ChannelCalls) -> tuple[list[Difference], bool]:
    """What differs, and whether the channel parts from its recording, so that nothing else of it can be compared."""
    place = calls.parting()
    if place is not None:
        return list(_parted(calls, place)), True
    differences = []
    for known, then in sorted(calls.recorded.items()):
        call = calls.now.get(known)
        if call is None:
            differences.append(_difference(calls, known, "call", {"prompt": then.prompt, "config": then.config}, None))
            continue
        differences += [
            _difference(calls, known, field, getattr(then, field), getattr(call, field))
            for field in ("response", "status", "error")
            if getattr(then, field) != getattr(call, field)
        ]
    return differences, False


def _parted(calls: ChannelCalls, place: tuple[int, int]) -> Iterable[Difference]:
    then, call = calls.recorded.get(place), calls.now[place]
    if then is None:
        yield _difference(calls, place, "call", None, {"prompt": call.prompt, "config": call.config})
        return
    for field in ("prompt", "config"):
        if not is_same(getattr(then, field), getattr(call, field)):
            yield _difference(calls, place, field, getattr(then, field), getattr(call, field))


def _difference(calls: ChannelCalls, place: tuple[int, int], field: str, recorded: Any, now: Any) -> Difference:
    return Difference(CALLS, field, recorded, now, calls.channel.value, *place)


def _of_channel(channel: Channel, calls: Iterable[CallRow]) -> dict[tuple[int, int], CallRow]:
    return {(call.attempt, call.call_index): call for call in calls if call.channel == channel}
