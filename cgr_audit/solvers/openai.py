"""``openai:BASE_URL#MODEL``: a model behind an OpenAI-compatible chat completions address."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import urllib3

from cgr_audit.errors import UsageError
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest

__all__ = ["KEY_VARIABLE", "OpenAISolver"]

KEY_VARIABLE = "OPENAI_API_KEY"
"""The environment variable with the key. It is sent and never recorded."""

_PATH = "/chat/completions"
_CONNECTIONS = 256
_SHOWN = 300
_LARGEST_RESPONSE = 16 << 20
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
_MOST_STOPS = 4

_TIMEOUT = urllib3.Timeout(connect=10, read=300)
_RETRIES = urllib3.Retry(
    total=6,
    read=2,
    backoff_factor=0.5,
    backoff_max=30,
    status_forcelist=(408, 409, 429, 500, 502, 503, 504),
    allowed_methods=None,
    raise_on_status=False,
    respect_retry_after_header=True,
    retry_after_max=120,
)
"""A request is sent again where the address is busy or broken, at growing intervals or when it says so.

The meter counts it once: that the address was busy is no doing of the program.
"""


class OpenAISolver:
    """Puts each prompt as one user message; from many threads at once.

    Of a program's configuration the sampling parameters are passed on that the interface knows, as far as they are
    of the right type and within its bounds: ``temperature``, ``top_p``, ``max_tokens``, ``max_completion_tokens``,
    ``presence_penalty``, ``frequency_penalty``, ``seed``, ``stop``. A program chooses neither the model nor how many
    responses are made. Whatever it passed is in the record of the call.

    Args:
        base_url: what ``/chat/completions`` is appended to, such as ``http://localhost:8000/v1``.
        model: the name of the model there.
        key: sent as a bearer token; what the environment holds by default.
        retries: when a request is sent again.

    Raises:
        UsageError: the address is none.
    """

    def __init__(self, base_url: str, model: str, *, key: str | None = None, retries: urllib3.Retry = _RETRIES) -> None:
        self._address = base_url.rstrip("/") + _PATH
        self._model = model
        _check_address(base_url)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        token = (os.environ.get(KEY_VARIABLE, "") if key is None else key).strip()
        if token:
            headers["Authorization"] = f"Bearer {_checked_key(token)}"
        self._pool = urllib3.PoolManager(
            num_pools=1, maxsize=_CONNECTIONS, headers=headers, timeout=_TIMEOUT, retries=retries
        )

    def __call__(self, request: SolverRequest) -> SolverReply:
        """The model's response, with the tokens that the address counted.

        Raises:
            SolverFailure: the address cannot be reached, refuses the request or gives something else than a response.
        """
        message = {"role": "user", "content": request.prompt}
        body = {"model": self._model, "messages": [message], **_sampling(request.config)}
        try:
            status, data = self._posted(json.dumps(body).encode())
        except urllib3.exceptions.HTTPError as error:
            raise SolverFailure(f"{self._address}: {_cause(error)}") from error
        if len(data) > _LARGEST_RESPONSE:
            raise SolverFailure(f"{self._address}: a response of more than {_LARGEST_RESPONSE} bytes")
        if status != 200:
            raise SolverFailure(f"{self._address}: status {status}: {_shown(data)}")
        return self._reply(data)

    def _posted(self, body: bytes) -> tuple[int, bytes]:
        """Status and body of the response; of one that is too long no more than shows that it is."""
        response = self._pool.request("POST", self._address, body=body, preload_content=False, redirect=False)
        try:
            data = response.read(_LARGEST_RESPONSE + 1, decode_content=True)
        finally:
            if response.length_remaining:
                response.close()
            response.release_conn()
        return response.status, data

    def _reply(self, data: bytes) -> SolverReply:
        try:
            document = json.loads(data)
            text = document["choices"][0]["message"]["content"]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise SolverFailure(f"{self._address}: not a chat completion: {_shown(data)}") from None
        if not isinstance(text, str):
            raise SolverFailure(f"{self._address}: a response without text: {_shown(data)}")
        usage = document.get("usage") or {}
        return SolverReply(text, _tokens(usage, "prompt_tokens"), _tokens(usage, "completion_tokens"))


def _check_address(base_url: str) -> None:
    """See that an address can be one, and that nothing in it is a secret: it is the solver's name in records."""
    try:
        parts = urlsplit(base_url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise UsageError(f"{base_url!r} is no http:// or https:// address, as in openai:http://localhost:8000/v1#NAME")
    if parts.username or parts.password:
        raise UsageError(f"an address with a password is kept in records; put the key into {KEY_VARIABLE}")
    if parts.query:
        raise UsageError(f"{base_url.partition('?')[0]}: an address takes no query; a key belongs into {KEY_VARIABLE}")


def _checked_key(token: str) -> str:
    """A key that a header can hold. One that it cannot would come back in the error, and so in records."""
    if not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError(f"{KEY_VARIABLE} holds characters that no key has")
    return token


def _sampling(config: Any) -> dict[str, Any]:
    """What a program's configuration says about sampling, as far as the interface takes it."""
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
    stop = config.get("stop")
    stops = [stop] if isinstance(stop, str) else list(stop) if isinstance(stop, list | tuple) else []
    if 0 < len(stops) <= _MOST_STOPS and all(isinstance(one, str) and one for one in stops):
        chosen["stop"] = stops
    return chosen


def _tokens(usage: Any, name: str) -> int | None:
    count = usage.get(name) if isinstance(usage, Mapping) else None
    return count if type(count) is int and count >= 0 else None


def _cause(error: urllib3.exceptions.HTTPError) -> str:
    """The reason behind a retry that gave up, without the address of an object in it."""
    reason = getattr(error, "reason", None) or error
    text = str(reason)
    return text.rpartition(">: ")[2] or type(reason).__name__


def _shown(data: bytes) -> str:
    text = " ".join(data[: 4 * _SHOWN].decode("utf-8", "replace").split())
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
