"""The published rule is the one that programs and the direct path are given, letter for letter."""

from __future__ import annotations

import random
import re
import sys
import unicodedata

import pytest

from cgr_audit.execution.paths import extract_answer
from cgr_audit.extractors.published import PUBLISHED
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import parse_contract

ANY_VALUE = """
name = "any"
[entry]
kind = "function"
name = "solve"
[solver]
functions = { llm_model = ["prompt", "exp_config"] }
[extraction]
functions = { extract_answer = ["response"] }
"""
PIECES = [
    *"ABIXZ", *"abx", *" \t\n_-.,:()*'’", *"éÉßÄΣЯＡ中٣1", "\u0301", "\u200b", "\u200d", "\U0001f600", "\U0001d400",
    "answer", "Answer: ", "I think", "\u00a0", "\u2028", "\0",
]  # fmt: skip


def random_texts(count: int) -> list[str]:
    """Half of marks and words, half of any character that the host's Unicode knows."""
    draw = random.Random(20)
    known = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in {"Cn", "Cs"}]
    texts = ["".join(draw.choices(PIECES, k=draw.randint(0, 9))) for _ in range(count // 2)]
    texts += [
        "".join(draw.choice(known) + draw.choice(["A", "B", " ", ""]) for _ in range(4)) for _ in range(count // 2)
    ]
    return texts


def test_on_random_texts_it_gives_what_the_guest_and_the_direct_path_give() -> None:
    texts = random_texts(6000)
    sandbox = Sandbox(Interpreter(), Limits(), parse_contract(ANY_VALUE, "any.toml"))
    source = f"def solve():\n    return [extract_answer(text) for text in {texts!r}]\n"
    item = {"item_id": "i", "dataset": "d", "question": "?", "options": []}
    guest = sandbox.run(source.encode(), item, ConstantSolver("B"), 0).value
    here = [PUBLISHED.extract(text, (), ()) or "X" for text in texts]
    assert len(set(here)) > 4
    assert [(text, one, other) for text, one, other in zip(texts, here, guest, strict=True) if one != other] == []
    assert here == [extract_answer(text) for text in texts]


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ("A man went", "A"),
        ("I think B", "I"),
        ("answer: (C)", "C"),
        ("BAD b", None),
        ("", None),
        ("X", "X"),
        ("_A_", None),
    ],
)
def test_it_is_as_brittle_as_published(response: str, answer: str | None) -> None:
    assert PUBLISHED.extract(response, ("A", "B", "C"), ("one", "two", "three")) == answer


def test_it_does_not_ask_whether_the_letter_is_an_option() -> None:
    assert PUBLISHED.extract("E", ("A", "B"), ("one", "two")) == "E"
    assert re.fullmatch("[a-z_]+", PUBLISHED.name)
