"""``openai:BASE_URL#MODEL``: a model behind an OpenAI-compatible chat completions address."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import urllib3

from cgr_audit.errors import UsageError
from cgr_audit.records.rows import CallStatus
from cgr_audit.solvers.completion import FILTER, read_completion
from cgr_audit.solvers.endpoint import SHORTEST_SECRET, Endpoint, fault_of_status
from cgr_audit.solvers.interface import SolverReply, SolverRequest
from cgr_audit.solvers.sampling import sent_parameters
from cgr_audit.solvers.service import Patience, Service

__all__ = ["KEY_VARIABLE", "OpenAISolver"]

KEY_VARIABLE = "OPENAI_API_KEY"
"""The environment variable with the key. It is sent and never recorded."""

_PATH = "/chat/completions"
_VERSION = "api-version"
_SECRET = re.compile(
    r"key|token|secret|passw|pwd|auth|credential|signature|(?:^|[^a-z])(?:sig|sas|code)(?:$|[^a-z])", re.IGNORECASE
)
"""Names of query parameters whose values are secrets."""


class OpenAISolver:
    """Puts each prompt as one user message; from many threads at once.

    What is sent besides the prompt is what ``sent_parameters`` gives. A program chooses neither the model nor how many
    responses are made.

    Args:
        base_url: what ``/chat/completions`` is appended to, such as ``http://localhost:8000/v1``; its query, such as
            ``?api-version=2024-10-21``, goes after that.
        model: the name of the model there.
        key: sent as a bearer token; what the environment holds by default.
        patience: how long an address that is busy or broken is waited for. The meter counts a call once, however often
            it is sent: that is not a doing of the program.

    Raises:
        UsageError: the address is none, or holds a secret.
    """

    def __init__(self, base_url: str, model: str, *, key: str | None = None, patience: Patience | None = None) -> None:
        _check_address(base_url)
        base, mark, query = base_url.partition("?")
        address = base.rstrip("/") + _PATH
        self._model = model
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        token = (os.environ.get(KEY_VARIABLE, "") if key is None else key).strip()
        if len(token) >= SHORTEST_SECRET and token in f"{base_url}#{model}":
            raise UsageError(f"the address or the model's name holds the key in {KEY_VARIABLE}, and is kept in records")
        if token:
            headers["Authorization"] = f"Bearer {_checked_key(token)}"
        if token and _VERSION in dict(parse_qsl(query)):
            headers["api-key"] = token  # where Azure's interface looks for it
        self._endpoint = Endpoint(address + mark + query, headers, token)
        self.service = Service(
            address, patience or Patience(), to_check=f"the address, the model and the key in {KEY_VARIABLE}"
        )
        """How the address is, for whoever runs programs."""

    def __call__(self, request: SolverRequest) -> SolverReply:
        """The model's response, or why it is not text, with the tokens that the address counted.

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
            return read_completion(response.data)
        fault = fault_of_status(response)
        if fault.is_final:
            error = _error_of(response.data)
            if error.get("code") == FILTER:
                return SolverReply("", status=CallStatus.FILTERED, finish_reason=FILTER)
            fault.is_configuration |= self._model in str(error.get("message"))
        raise fault


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
        raise UsageError(
            f"{base_url!r} is not an http:// or https:// address, as in openai:http://localhost:8000/v1#NAME"
        )
    if parts.username or parts.password:
        raise UsageError(f"an address with a password is kept in records; put the key into {KEY_VARIABLE}")
    secret = next((name for name, _ in parse_qsl(parts.query, keep_blank_values=True) if _SECRET.search(name)), None)
    if secret is not None:
        address = base_url.partition("?")[0]
        raise UsageError(
            f"{address}: the query parameter {secret!r} would be kept in records; put the key into {KEY_VARIABLE}"
        )


def _checked_key(token: str) -> str:
    """A key that a header can hold. One that it cannot would come back in the error, and so in records."""
    if not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError(f"{KEY_VARIABLE} holds characters that no key has")
    return token
