"""What fits a contract's ``[returns]``, and what the reason is where it does not."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from cgr_audit.sandbox.returned import contract_fault
from cgr_audit.sandbox.values import Instance
from cgr_audit.source.contract import AnswerKind, Contract, Entry, EntryKind, Returns, ReturnShape, load_contract

CHANNELS = "(solverLLM_answer, genLLM_answer, genLLM_difficulty)"


@pytest.mark.parametrize(
    "value", [("B", None, 3), ["X", "B", "hard"], Instance("Answer", ("A", "B", 1), 0), ("Z", ["any"], {})]
)
def test_any_sequence_that_unpacks_into_the_fields_is_right(value: Any) -> None:
    assert contract_fault(value, load_contract("cgr")) is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, f"returned None instead of {CHANNELS}"),
        ("B", f"returned a str instead of {CHANNELS}"),
        (
            {"a": 1, "b": 2, "c": 3},
            f"returned a dict instead of {CHANNELS}"
            '; for programs that return a mapping write shape = "mapping" in [returns]',
        ),
        (Instance("Counter", {"a": 1}, 0), f"returned a Counter instead of {CHANNELS}"),
        (("B", "B"), f"returned 2 values instead of 3: {CHANNELS}"),
        ((None, "B", 1), "solverLLM_answer is None, not a letter"),
        (("b", "B", 1), "solverLLM_answer is a str 'b', not a letter"),
        (("", "B", 1), "solverLLM_answer is a str '', not a letter"),
        ((1, "B", 1), "solverLLM_answer is an int, not a letter"),
        (("B", Instance("function", None, 0), 1), "returned an object of type function, which is not a value"),
        (Instance("coroutine", None, 0), "returned an object of type coroutine, which is not a value"),
    ],
)
def test_what_does_not_fit_the_fields_is_said(value: Any, reason: str) -> None:
    assert contract_fault(value, load_contract("cgr")) == reason


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (AnswerKind.ANY, [None, 1, "x", {"a": ()}], [Instance("object", None, 0)]),
        (AnswerKind.TEXT, ["", "long text", Instance("S", "x", 0)], [None, 1, b"x", ["x"]]),
        (AnswerKind.NUMBER, [1, -2.5, Fraction(1, 2), Decimal(1), Instance("I", 3, 0)], ["1", True, None, 1j, [1]]),
        (AnswerKind.LETTER, ["A", "Z"], ["a", "AB", "É", "1", None]),
    ],
)
def test_a_single_value_is_what_the_contract_calls_the_answer(
    kind: AnswerKind, right: list[Any], wrong: list[Any]
) -> None:
    returns = Returns(shape=ReturnShape.VALUE, answer=kind)
    contract = Contract("c", Entry(EntryKind.FUNCTION, "f"), returns)
    assert [value for value in right if contract_fault(value, contract) is not None] == []
    assert [value for value in wrong if contract_fault(value, contract) is None] == []
