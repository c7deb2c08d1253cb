"""``replay:PACKAGE``: the responses that a trace package recorded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.records.controls import CONTROL_CALLS, control_call
from cgr_audit.records.lines import read_lines
from cgr_audit.records.rows import CallRow, CallStatus, RowKey, from_record
from cgr_audit.records.shards import has_lines
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest

__all__ = ["CallKey", "ReplaySolver", "is_same", "load_replay"]

CallKey = tuple[RowKey, str, int, int]
"""The row's key, the channel, the attempt and the call's number."""

_SHOWN = 300


@dataclass(frozen=True, slots=True)
class ReplaySolver:
    """Gives a call the response that was recorded for it, if prompt and configuration are the recorded ones."""

    calls: Mapping[CallKey, CallRow]
    origin: str
    """The file they were recorded in."""
    controls: Mapping[CallKey, CallRow] = field(default_factory=dict)
    """The calls of controls, by their name instead of the channel."""

    def by_row(self) -> dict[RowKey, ReplaySolver]:
        """The same of each row by itself."""
        rows: dict[RowKey, ReplaySolver] = {}
        for whole, name in ((self.calls, "calls"), (self.controls, "controls")):
            for key, call in whole.items():
                row = rows.setdefault(key[0], ReplaySolver({}, self.origin, {}))
                getattr(row, name)[key] = call
        return rows

    def __call__(self, request: SolverRequest) -> SolverReply:
        """The recorded response, with its status and the tokens that were counted then.

        Raises:
            SolverFailure: nothing was recorded for the call, or it had another prompt or configuration; or it failed
                then, and fails again with the same words.
        """
        source = request.origin
        key = (source.key, source.channel, source.attempt, request.call_index)
        recorded = self.calls.get(key) or self.controls.get(key)
        named = f"{self.origin}: {source}, call {request.call_index}"
        if recorded is None:
            raise SolverFailure(f"{named}: no call was recorded; the prompt is {_shown(request.prompt)}")
        _check_same(named, "prompt", recorded.prompt, request.prompt)
        _check_same(named, "configuration", recorded.config, request.config)
        if recorded.response is None:
            raise SolverFailure(recorded.error or f"{named}: no response was recorded")
        status = CallStatus(recorded.status or CallStatus.ANSWERED)
        reply = SolverReply(recorded.response, recorded.prompt_tokens, recorded.response_tokens, status)
        return replace(reply, latency_s=recorded.latency_s, cached=True) if recorded.cached else reply


def load_replay(package: Path) -> ReplaySolver:
    """Read the calls of a trace package, each line checked against its schema.

    Raises:
        UsageError: there is no ``calls.jsonl``, or a line is not a call.
    """
    path, of_controls = package / "calls.jsonl", package / CONTROL_CALLS
    if not has_lines(path):
        raise UsageError(f"{path}: no such file; replay needs a trace package with recorded calls")
    calls = _by_key(path, ((line, from_record(CallRow, record)) for line, record in read_lines(path, "call")))
    if not of_controls.is_file():
        return ReplaySolver(calls, str(path))
    controls = ((line, control_call(record)) for line, record in read_lines(of_controls, "control_call"))
    return ReplaySolver(calls, str(path), _by_key(of_controls, controls))


def _by_key(path: Path, calls: Iterable[tuple[int, CallRow]]) -> dict[CallKey, CallRow]:
    found: dict[CallKey, CallRow] = {}
    for line, call in calls:
        key = (call.key, call.channel, call.attempt, call.call_index)
        if key in found:
            raise UsageError(f"{path}:{line}: this call was recorded before (call {call.call_index} of its attempt)")
        found[key] = call
    return found


def _check_same(named: str, what: str, recorded: Any, asked: Any) -> None:
    if recorded is None and what == "prompt":
        raise SolverFailure(f"{named}: the recorded prompt was left out of the package, so it cannot be compared")
    if not is_same(recorded, asked):
        message = f"{named}: the {what} differs: recorded {_shown(recorded)}, asked {_shown(asked)}"
        raise SolverFailure(message)


def is_same(recorded: Any, asked: Any) -> bool:
    """Whether two prompts or two configurations are the same JSON value; none at all is an empty one."""
    return _canonical(recorded) == _canonical(asked)


def _canonical(value: Any) -> str:
    """One text per JSON value; an absent configuration is an empty one."""
    if isinstance(value, Mapping) or value is None:
        value = dict(value or {})
    elif isinstance(value, tuple):
        value = list(value)
    return json.dumps(value, sort_keys=True)


def _shown(value: Any) -> str:
    text = json.dumps(value if not isinstance(value, Mapping) else dict(value), ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"
