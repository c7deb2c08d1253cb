"""Whether what was recorded is what the tests claim: decided where the program cannot reach."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cgr_audit.sandbox.outcome import Completed, Outcome
from cgr_audit.sandbox.values import holds_opaque, value_text
from cgr_audit.scorecards.running.assertions import Assertion, AssertionPlan
from cgr_audit.scorecards.running.equality import NotALiteralError, contents, is_equal, literal_value
from cgr_audit.scorecards.running.limits import DEFAULT_LIMITS
from cgr_audit.scorecards.running.program_form import guest_text
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["ClaimFault", "Recorded", "UndecidedError", "decided", "is_closed_in", "is_plain_comparison"]

_ENTRY = """def _decided(records):
    return _decide(_CLAIMS, records)
"""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An assertion that was reached."""

    number: int
    values: tuple[Any, ...]
    """Of what was asked, as ``values.decode_value`` gives it."""


@dataclass(frozen=True, slots=True)
class ClaimFault:
    """A claim that raises on the values."""

    type_name: str
    message: str


class UndecidedError(Exception):
    """The sandbox did not come to the end of deciding."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome


def decided(records: Sequence[Recorded], plan: AssertionPlan, sandboxes: Sandboxes) -> list[bool | ClaimFault]:
    """Of each record whether its claim is true.

    Comparisons with a literal are made right here. Every other claim is decided by Python itself, in an instance of
    the sandbox in which the program does not run.

    Raises:
        UndecidedError: that instance did not answer.
    """
    found = [_decided_here(plan.assertions[record.number], record) for record in records]
    open_ones = [record for record, verdict in zip(records, found, strict=True) if verdict is None]
    if not open_ones:
        return [verdict for verdict in found if verdict is not None]
    answers = iter(_decided_inside(open_ones, plan, sandboxes))
    return [next(answers) if verdict is None else verdict for verdict in found]


def is_plain_comparison(assertion: Assertion) -> bool:
    """Whether it compares one value with a literal, which no object of an unknown type equals."""
    return _compared(assertion.claim) is not None


def is_closed_in(assertion: Assertion, record: Recorded) -> bool:
    """Whether a value of an unknown type is asked of itself or set against another, so that no name of a type will do.

    Where it is compared with a literal or with a plain value, it equals nothing, whatever it says itself.
    """
    if assertion.is_inside or holds_opaque(record.values) is None:
        return False
    return not (is_plain_comparison(assertion) or _is_plain_pair(assertion, record))


def _decided_here(assertion: Assertion, record: Recorded) -> bool | ClaimFault | None:
    literal = _compared(assertion.claim)
    if literal is not None:
        return is_equal(record.values[0], literal[0])
    if _compares_two(assertion.claim):
        return is_equal(record.values[0], contents(record.values[1]))
    match assertion.claim:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name():
            return bool(contents(record.values[0]))
        case _:
            return None


def _is_plain_pair(assertion: Assertion, record: Recorded) -> bool:
    return _compares_two(assertion.claim) and None in map(holds_opaque, record.values)


def _compares_two(claim: ast.expr) -> bool:
    match claim:
        case ast.Compare(left=ast.Name(id="_0"), ops=[ast.Eq()], comparators=[ast.Name(id="_1")]):
            return True
        case _:
            return False


def _compared(claim: ast.expr) -> tuple[Any] | None:
    """The literal that one value is compared with, in a tuple; nothing if the claim is something else."""
    match claim:
        case ast.Compare(left=ast.Name(id="_0"), ops=[ast.Eq()], comparators=[other]):
            pass
        case ast.Compare(left=other, ops=[ast.Eq()], comparators=[ast.Name(id="_0")]):
            pass
        case _:
            return None
    try:
        return (literal_value(other),)
    except NotALiteralError:
        return None


def _decided_inside(
    records: Sequence[Recorded], plan: AssertionPlan, sandboxes: Sandboxes
) -> Iterable[bool | ClaimFault]:
    """Ask Python, once for all."""
    numbers = sorted({record.number for record in records})
    claims = "".join(f"    {number}: {_function(plan.assertions[number])},\n" for number in numbers)
    own = guest_text("deciding").decode()
    program = f"{own}\n\n{plan.trusted}\n\n_CLAIMS = {{\n{claims}}}\n\n\n{_ENTRY}"
    given = ", ".join(f"({record.number}, {_literals(record.values)})" for record in records)
    # Reading what was recorded is not work of the program's, and may take more than it was given.
    limits = replace(sandboxes.limits, fuel=max(sandboxes.limits.fuel, DEFAULT_LIMITS.fuel))
    outcome = sandboxes.call(program.encode("utf-8", "surrogatepass"), f"[{given}]", "_decided", limits).outcome
    if not isinstance(outcome, Completed):
        raise UndecidedError(outcome)
    return [ClaimFault(*one) if isinstance(one, tuple) else one for one in outcome.value]


def _function(assertion: Assertion) -> str:
    names = ", ".join(f"_{place}" for place in range(assertion.asked))
    return f"lambda {names}: {ast.unparse(assertion.claim)}"


def _literals(values: Sequence[Any]) -> str:
    return "(" + "".join(f"{value_text(contents(value))}, " for value in values) + ")"
