"""Chat completions as services and llama.cpp give them: text, or why there is none."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from cgr_audit.records.rows import CallStatus
from cgr_audit.solvers.endpoint import excerpt
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import REFUSAL, SolverReply

__all__ = ["FILTER", "read_completion", "reply_of"]

FILTER = "content_filter"
"""Both the reason for which a response ends, and the code of a refusal of the prompt."""
_TEXTS = ("text", "output_text")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_TOKENS = 1 << 40
"""More than any model takes or gives: a count above it is none."""


def read_completion(data: bytes) -> SolverReply:
    """What a completion says.

    Raises:
        Fault: it is none, or only the beginning of one.
    """
    try:
        document = json.loads(data)
        choice = document["choices"][0]
        message, reason, model = choice["message"], choice.get("finish_reason"), document.get("model")
        content = message.get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Fault(FaultKind.RESPONSE, f"not a chat completion: {excerpt(data)}") from None
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        content = _joined(content)
    if not isinstance(content, str | None):
        raise Fault(FaultKind.RESPONSE, f"a response whose content is not text: {excerpt(data)}")
    if content is None and message.get("refusal"):
        reason = REFUSAL
    usage = document.get("usage")
    counted = usage if isinstance(usage, Mapping) else {}
    return reply_of(content, reason, counted.get("prompt_tokens"), counted.get("completion_tokens"), model)


def reply_of(text: str | None, reason: Any, prompt_tokens: Any, response_tokens: Any, model: Any = None) -> SolverReply:
    """A reply of what foreign code says of it: what is not a count of tokens, or no text that files can hold, goes."""
    return SolverReply(
        _encodable(text) or "",
        _tokens(prompt_tokens),
        _tokens(response_tokens),
        _status(text, reason),
        finish_reason=_encodable(reason),
        model=_encodable(model),
    )


def _status(text: str | None, reason: Any) -> CallStatus:
    if reason == FILTER:
        return CallStatus.FILTERED
    if reason == "length" and text is not None:
        return CallStatus.TRUNCATED
    return CallStatus.ANSWERED if text else CallStatus.NO_TEXT


def _joined(parts: list[dict[str, Any]]) -> str | None:
    """The text of a content that is a list of parts; nothing if none is text, as where a model only reasoned."""
    texts = [part.get("text") for part in parts if part.get("type", "text") in _TEXTS]
    return "".join(text for text in texts if isinstance(text, str)) if texts else None


def _tokens(count: Any) -> int | None:
    return count if type(count) is int and 0 <= count <= _MOST_TOKENS else None


def _encodable(text: object) -> str | None:
    """A text as files can hold it; nothing for what is none."""
    return _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text) if isinstance(text, str) else None
