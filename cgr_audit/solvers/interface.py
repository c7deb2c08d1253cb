"""What a solver is asked and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol

from cgr_audit.errors import IncompleteError
from cgr_audit.records.rows import CallStatus, Channel, RowKey

__all__ = [
    "REFUSAL",
    "CallOrigin",
    "Response",
    "Solver",
    "SolverFailure",
    "SolverReply",
    "SolverRequest",
    "TextSolver",
]

REFUSAL = "refusal"
"""The finish reason of a reply in which the model declines."""
_NO_KEY = RowKey("", "", "", "", 0)
_NO_CONFIG: Mapping[str, Any] = MappingProxyType({})


class SolverFailure(IncompleteError):  # noqa: N818  it names an outcome, as HostFailure does
    """The solver could not answer. The run it happened in is a host failure, whatever the program made of it."""


@dataclass(frozen=True, slots=True)
class CallOrigin:
    """Whose call it is."""

    key: RowKey = _NO_KEY
    channel: StrEnum = Channel.ASSISTED
    """A ``Channel``, or what else the solver is asked for."""
    attempt: int = 1
    """Counted from 1."""

    def __str__(self) -> str:
        named = "/".join(part for part in self.key[:4] if part)
        return f"{named or 'a run without a key'} sample {self.key.sample}, {self.channel}, attempt {self.attempt}"


@dataclass(frozen=True, slots=True)
class SolverRequest:
    """One prompt for the solver."""

    prompt: str
    config: Any = field(default_factory=lambda: _NO_CONFIG)
    """What the program passed as configuration, as JSON holds it."""
    origin: CallOrigin = CallOrigin()
    call_index: int = 0
    """Counted from 0 within the attempt and channel."""
    options: tuple[str, ...] = ()
    """The ids of the item's options, in order."""
    parameters: Mapping[str, Any] = field(default_factory=lambda: _NO_CONFIG)
    """The run's sampling parameters; what the program passed as configuration goes before them."""


@dataclass(frozen=True, slots=True)
class SolverReply:
    """A response with what the solver knows of it; one that knows nothing gives the text alone."""

    text: str
    """Empty where the model gave none."""
    prompt_tokens: int | None = None
    response_tokens: int | None = None
    status: CallStatus = CallStatus.ANSWERED
    latency_s: float | None = None
    """Seconds it took, where the solver knows; else they are measured."""
    cached: bool = False
    """Whether it is the response to the same call of an earlier run, and nothing was asked."""
    finish_reason: str | None = field(default=None, compare=False)
    """Why the response ends, in the service's own word."""
    model: str | None = field(default=None, compare=False)
    """The model that answered, by its own name."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a user's own function returns, of ``python:MODULE:FUNCTION``, where it knows more than the text."""

    text: str | None
    """Null where the model gave none."""
    finish_reason: str | None = None
    """``length`` where the text was cut off, ``content_filter`` where it was suppressed."""
    prompt_tokens: int | None = None
    response_tokens: int | None = None


class Solver(Protocol):
    """Answers prompts. It is called from many threads at once, and its answer must depend on the request alone."""

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        """The response to a request.

        Raises:
            SolverFailure: there is none.
        """
        ...


class TextSolver(Protocol):
    """A solver that counts nothing, and gives its responses as bare texts."""

    def __call__(self, request: SolverRequest) -> str:
        """The response to a request.

        Raises:
            SolverFailure: there is none.
        """
        ...
