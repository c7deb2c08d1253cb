"""Sampling parameters: those of the run, and what a program's configuration makes of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cgr_audit.solvers.interface import SolverRequest

__all__ = ["derived_seed", "sampling_of", "sent_parameters"]

_NUMBERS = MappingProxyType(
    {
        "temperature": (0.0, 2.0),
        "top_p": (0.0, 1.0),
        "presence_penalty": (-2.0, 2.0),
        "frequency_penalty": (-2.0, 2.0),
    }
)
_WHOLE_NUMBERS = MappingProxyType(
    {"max_tokens": (1, 1 << 17), "max_completion_tokens": (1, 1 << 17), "seed": (-(1 << 63), (1 << 63) - 1)}
)
_LENGTHS = ("max_tokens", "max_completion_tokens")
"""Two names of one parameter; interfaces refuse a request that has both."""
_MOST_STOPS = 4
_CALLS_OF_AN_ATTEMPT = 1_000
"""Seeds of two attempts differ, unless one makes more calls than this."""


def sent_parameters(request: SolverRequest) -> dict[str, Any]:
    """The sampling parameters of a request: the run's, and over them those that the program passed.

    A program's limit on the response replaces the run's under whichever of its two names. The run's seed grows by one
    from call to call, also where a program passes it on: under one seed, an address that heeds it would answer the same
    prompt with the same text, and several samples would be one.
    """
    own = sampling_of(request.config)
    limited = not own.keys().isdisjoint(_LENGTHS)
    sent = {name: value for name, value in request.parameters.items() if not (limited and name in _LENGTHS)} | own
    seed = request.parameters.get("seed")
    if seed is not None and sent["seed"] == seed:
        sent["seed"] = seed + (request.origin.attempt - 1) * _CALLS_OF_AN_ATTEMPT + request.call_index
    return sent


def derived_seed(seed: int, *facts: str | int) -> int:
    """A seed for one request, below 2**31: it follows from a seed and from what is asked for, not from any order."""
    text = json.dumps([seed, *facts], ensure_ascii=True)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def sampling_of(config: Any) -> dict[str, Any]:
    """What a configuration says about sampling: the parameters that chat completion interfaces know.

    Each as far as it is of the right type and within the interface's bounds.
    """
    if not isinstance(config, Mapping):
        return {}
    chosen: dict[str, Any] = {}
    for name, (low, high) in _NUMBERS.items():
        value = config.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            chosen[name] = value
    for name, (least, most) in _WHOLE_NUMBERS.items():
        value = config.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            chosen[name] = value
    if all(name in chosen for name in _LENGTHS):
        del chosen["max_tokens"]
    stop = config.get("stop")
    stops = [stop] if isinstance(stop, str) else list(stop) if isinstance(stop, list | tuple) else []
    if 0 < len(stops) <= _MOST_STOPS and all(isinstance(one, str) and one for one in stops):
        chosen["stop"] = stops
    return chosen
