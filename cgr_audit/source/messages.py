"""The programs that a model wrote in a conversation: in the text of its messages, and in tool calls that run Python.

A text holds a program where a piece of it is one, or a fence says so. The one program of a text is taken out of it; a
text that holds none that can be taken out, or several, is judged as it is, so that a finding says why. The code of a
tool call is what would be run, and is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cgr_audit.source.collected import PROGRAM_LIMIT, Unreadable, too_large
from cgr_audit.source.parse import is_program
from cgr_audit.source.program import Program
from cgr_audit.source.taken import sole_program
from cgr_audit.source.unwrap import unwrap

__all__ = ["CODE_ARGUMENTS", "code_of_call", "holds_code", "programs_in_messages"]

CODE_ARGUMENTS = ("code", "python", "program", "source")
"""The arguments of a tool call that are taken for Python: the first that it has."""
_ATTACHMENT = "attachment://"
_PYTHON_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*(python|py)", re.IGNORECASE | re.MULTILINE)


def programs_in_messages(
    messages: Sequence[Mapping[str, Any]], attachments: Mapping[str, str] | None = None
) -> Iterator[Program | Unreadable]:
    """The programs that the assistant wrote, with ids such as ``#message-2`` and ``#message-2-call-1``, from 1.

    The field ``message`` of each is the number of its message, from 0.

    Args:
        messages: with ``role``, ``content`` (a text, or parts with ``text``) and ``tool_calls``, as Inspect keeps them.
        attachments: texts that messages refer to.
    """
    for number, message in enumerate(messages, start=1):
        if message.get("role") != "assistant":
            continue
        name = f"#message-{number}"
        text = _text(message.get("content"), attachments or {})
        if holds_code(text):
            program = _program(name, text, number)
            yield sole_program(program) if isinstance(program, Program) else program
        for place, call in enumerate(message.get("tool_calls") or (), start=1):
            code = code_of_call(call.get("arguments"))
            if code is not None:
                yield _program(f"{name}-call-{place}", _attached(code, attachments or {}), number)


def code_of_call(arguments: object, names: Sequence[str] = CODE_ARGUMENTS) -> str | None:
    """The Python in a tool call's arguments; nothing if there is none."""
    given = arguments if isinstance(arguments, Mapping) else {}
    return next((given[name] for name in names if isinstance(given.get(name), str)), None)


def holds_code(text: str) -> bool:
    """Whether a program stands in a text, or a fence says that one should."""
    return _PYTHON_FENCE.search(text) is not None or bool(unwrap(text, is_program).programs)


def _program(name: str, text: str, number: int) -> Program | Unreadable:
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > PROGRAM_LIMIT:
        return Unreadable(name, too_large())
    return Program(name, name, data, fields={"message": number - 1})


def _text(content: object, attachments: Mapping[str, str]) -> str:
    parts = content if isinstance(content, list) else [{"text": content}]
    texts = [part.get("text") for part in parts if isinstance(part, Mapping)]
    return "\n".join(_attached(text, attachments) for text in texts if isinstance(text, str))


def _attached(text: str, attachments: Mapping[str, str]) -> str:
    return attachments.get(text.removeprefix(_ATTACHMENT), text) if text.startswith(_ATTACHMENT) else text
