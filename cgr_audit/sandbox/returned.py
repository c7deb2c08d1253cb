"""Whether a value that came back fits the contract."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from cgr_audit.sandbox.values import Instance, holds_opaque, plain
from cgr_audit.source.contract import AnswerKind, Contract, ReturnShape

__all__ = ["contract_fault"]


def contract_fault(value: Any, contract: Contract) -> str | None:
    """Why a value does not fit the contract's ``[returns]``, in one line; nothing where it does.

    Any sequence that unpacks into the fields is right: a tuple, a list, a named tuple. The solver channel, or the whole
    value where there are no fields, must hold what ``answer`` says. A letter is one capital letter A-Z.
    """
    opaque = holds_opaque(value)
    if opaque is not None:
        return f"returned an object of type {opaque}, which is no value"
    returns = contract.returns
    answer = plain(value)
    if returns.shape is ReturnShape.TUPLE:
        if not isinstance(answer, tuple | list):
            return f"returned {_article(value)} instead of ({', '.join(returns.fields)})"
        if len(answer) != len(returns.fields):
            return f"returned {len(answer)} values instead of {len(returns.fields)}: ({', '.join(returns.fields)})"
        if returns.solver_field is not None:
            answer = plain(answer[returns.fields.index(returns.solver_field)])
            return _answer_fault(answer, returns.answer, f"{returns.solver_field} is")
        return _answer_fault(answer, AnswerKind.ANY, "returned")
    return _answer_fault(answer, returns.answer, "returned")


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
