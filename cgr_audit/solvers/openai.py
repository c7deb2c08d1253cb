"""``openai:BASE_URL#MODEL``: a model behind an OpenAI-compatible chat completions address."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import urllib3

from cgr_audit.errors import UsageError
from cgr_audit.records.rows import CallStatus
from cgr_audit.solvers.endpoint import Endpoint, excerpt, fault_of_status
from cgr_audit.solvers.interface import REFUSAL, SolverReply, SolverRequest
from cgr_audit.solvers.sampling import sent_parameters
from cgr_audit.solvers.service import Fault, FaultKind, Patience, Service

__all__ = ["KEY_VARIABLE", "OpenAISolver"]

KEY_VARIABLE = "OPENAI_API_KEY"
"""The environment variable with the key. It is sent and never recorded."""

_PATH = "/chat/completions"
_FILTER = "content_filter"
"""Both the reason for which a response ends, and the code of a refusal of the prompt."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class OpenAISolver:
    """Puts each prompt as one user message; from many threads at once.

    What is sent beside the prompt is what ``sent_parameters`` gives. A program chooses neither the model nor how many
    responses are made.

    Args:
        base_url: what ``/chat/completions`` is appended to, such as ``http://localhost:8000/v1``.
        model: the name of the model there.
        key: sent as a bearer token; what the environment holds by default.
        patience: how long an address that is busy or broken is waited for. The meter counts a call once, however often
            it is sent: that is no doing of the program.

    Raises:
        UsageError: the address is none.
    """

    def __init__(self, base_url: str, model: str, *, key: str | None = None, patience: Patience | None = None) -> None:
        address = base_url.rstrip("/") + _PATH
        self._model = model
        _check_address(base_url)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        token = (os.environ.get(KEY_VARIABLE, "") if key is None else key).strip()
        if token:
            headers["Authorization"] = f"Bearer {_checked_key(token)}"
        self._endpoint = Endpoint(address, headers)
        self.service = Service(
            address, patience or Patience(), to_check=f"the address, the model and the key in {KEY_VARIABLE}"
        )
        """How the address is, for whoever runs programs."""

    def __call__(self, request: SolverRequest) -> SolverReply:
        """The model's response, or why it is no text, with the tokens that the address counted.

        Raises:
            SolverFailure: the address cannot be reached, refuses the request or gives something else than a response.
        """
        message = {"role": "user", "content": request.prompt}
        body = json.dumps({"model": self._model, "messages": [message], **sent_parameters(request)}).encode()
        return self.service.call(lambda timeout_s: self._try(body, timeout_s))

    def _try(self, body: bytes, timeout_s: float) -> SolverReply:
        """Send, read and parse once.

        Raises:
            Fault: no response came of it.
        """
        response = self._endpoint.post(body, timeout_s)
        if 200 <= response.status < 300:
            return _reply(response.data)
        fault = fault_of_status(response)
        if fault.is_final:
            error = _error_of(response.data)
            if error.get("code") == _FILTER:
                return SolverReply("", status=CallStatus.FILTERED, finish_reason=_FILTER)
            fault.is_configuration |= self._model in str(error.get("message"))
        raise fault


def _reply(data: bytes) -> SolverReply:
    """What a completion says.

    Raises:
        Fault: it is none, or only the beginning of one.
    """
    try:
        document = json.loads(data)
        choice = document["choices"][0]
        message, reason, model = choice["message"], choice.get("finish_reason"), document.get("model")
        text = message.get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Fault(FaultKind.RESPONSE, f"not a chat completion: {excerpt(data)}") from None
    if not isinstance(text, str | None):
        raise Fault(FaultKind.RESPONSE, f"a response whose content is no text: {excerpt(data)}")
    if text is None and message.get("refusal"):
        reason = REFUSAL
    usage = document.get("usage") or {}
    return SolverReply(
        _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text or ""),
        _tokens(usage, "prompt_tokens"),
        _tokens(usage, "completion_tokens"),
        _status(text, reason),
        finish_reason=reason if isinstance(reason, str) else None,
        model=model if isinstance(model, str) else None,
    )


def _status(text: str | None, reason: Any) -> CallStatus:
    if reason == _FILTER:
        return CallStatus.FILTERED
    if text is None:
        return CallStatus.NO_TEXT
    return CallStatus.TRUNCATED if reason == "length" else CallStatus.ANSWERED


def _error_of(data: bytes) -> Mapping[str, Any]:
    """What a refusal says of itself."""
    try:
        error = json.loads(data)["error"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return {}
    return error if isinstance(error, Mapping) else {"message": error}


def _check_address(base_url: str) -> None:
    """See that an address can be one, and that nothing in it is a secret: it is the solver's name in records."""
    try:
        parts = urlsplit(base_url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        is_address = is_address and bool(urllib3.util.parse_url(base_url).host)
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


def _tokens(usage: Any, name: str) -> int | None:
    count = usage.get(name) if isinstance(usage, Mapping) else None
    return count if type(count) is int and count >= 0 else None
