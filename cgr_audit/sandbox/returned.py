"""Whether a value that came back fits the contract."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, assert_never

from cgr_audit.sandbox.values import Instance, holds_opaque, plain
from cgr_audit.source.contract import AnswerKind, Contract, Returns, ReturnShape

__all__ = ["WrongShapeError", "channel_values", "contract_fault"]


class WrongShapeError(ValueError):
    """A value is not what the contract's ``shape`` and ``fields`` say; the message says why in one line."""


def channel_values(value: Any, returns: Returns) -> dict[str, Any]:
    """What a returned value holds by channel: the one place that knows the shapes. Empty where there are no channels.

    Any sequence that unpacks into the fields is a tuple: a tuple, a list, a named tuple. A mapping may hold other keys
    besides; dataclass instances and named tuples cross as dictionaries under a contract that asks for a mapping.

    Raises:
        WrongShapeError: it cannot be taken apart into the fields.
    """
    content = plain(value)
    match returns.shape:
        case ReturnShape.TUPLE:
            wanted = f"({', '.join(returns.fields)})"
            if not isinstance(content, tuple | list):
                raise WrongShapeError(f"returned {_article(value)} instead of {wanted}{_hint(value)}")
            if len(content) != len(returns.fields):
                raise WrongShapeError(f"returned {len(content)} values instead of {len(returns.fields)}: {wanted}")
            return dict(zip(returns.fields, content, strict=True))
        case ReturnShape.MAPPING:
            if not isinstance(content, dict):
                wanted = ", ".join(map(repr, returns.fields))
                raise WrongShapeError(f"returned {_article(value)} instead of a mapping with {wanted}")
            missing = [name for name in returns.fields if name not in content]
            if missing:
                raise WrongShapeError(f"returned a mapping without {', '.join(map(repr, missing))}")
            return {name: content[name] for name in returns.fields}
        case ReturnShape.VALUE | ReturnShape.VARIABLE:
            return {}
        case _:
            assert_never(returns.shape)


def contract_fault(value: Any, contract: Contract) -> str | None:
    """Why a value does not fit the contract's ``[returns]``, in one line; nothing if it does.

    The solver channel, or the whole value where there are no fields, must hold what ``answer`` says. A letter is one
    capital letter A-Z.
    """
    returns = contract.returns
    try:
        channels = channel_values(value, returns)
    except WrongShapeError as error:
        return _opaque_fault(value) or str(error)
    fault = _opaque_fault(list(channels.values()) if channels else value)
    if fault is not None:
        return fault
    if not returns.channels:
        answer = plain(value)
        fault = _answer_fault(answer, returns.answer, "returned")
        return fault and fault + _hint(value)
    if returns.solver_field is None:
        return None
    return _answer_fault(plain(channels[returns.solver_field]), returns.answer, f"{returns.solver_field} is")


def _opaque_fault(value: Any) -> str | None:
    opaque = holds_opaque(value)
    return None if opaque is None else f"returned an object of type {opaque}, which is not a value"


def _hint(value: Any) -> str:
    """What to write in the contract where programs return a dictionary and it asks for something else."""
    return '; for programs that return a mapping write shape = "mapping" in [returns]' if type(value) is dict else ""


def _answer_fault(answer: Any, kind: AnswerKind, subject: str) -> str | None:
    match kind:
        case AnswerKind.ANY:
            return None
        case AnswerKind.LETTER:
            fits = isinstance(answer, str) and len(answer) == 1 and "A" <= answer <= "Z"
        case AnswerKind.TEXT:
            fits = isinstance(answer, str)
        case AnswerKind.NUMBER:
            fits = isinstance(answer, int | float | Fraction | Decimal) and not isinstance(answer, bool)
    if fits:
        return None
    shown = f" {answer[:40]!r}" if isinstance(answer, str) else ""
    return f"{subject} {_article(answer)}{shown}, not a {kind.value}"


def _article(value: Any) -> str:
    name = value.type_name if isinstance(value, Instance) else type(value).__name__
    if value is None:
        return "None"
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"
