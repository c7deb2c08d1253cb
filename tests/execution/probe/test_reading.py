"""What a probe takes from a program's text."""

from __future__ import annotations

import pytest

from cgr_audit.execution.probe.reading import ProgramReading, read_program
from cgr_audit.source.contract import load_contract

HEAD = "def solve(question, exp_config):\n"


def reading(text: str | bytes, contract: str = "cgr") -> ProgramReading:
    return read_program(text.encode() if isinstance(text, str) else text, load_contract(contract))


@pytest.mark.parametrize(
    ("text", "planted"),
    [
        (HEAD + "    return 'A', 'B', 3\n", HEAD + "    return 'A', 'D', 3\n"),
        ("G = \"B\"\n" + HEAD + "    return G, G, 3\n", "G = 'D'\n" + HEAD + "    return G, G, 3\n"),
        (
            HEAD + "    guess = 'A' if question else 'B'\n    return 'B', guess, 3\n",
            HEAD + "    guess = 'D' if question else 'D'\n    return 'B', guess, 3\n",
        ),
        (
            HEAD + "    é = '𝄞'; guess = 'B'\r\n    return é, guess, 3\r\n",
            HEAD + "    é = '𝄞'; guess = 'D'\r\n    return é, guess, 3\r\n",
        ),
    ],
)  # fmt: skip
def test_the_generators_letter_is_planted_wherever_it_is_written_down(text: str, planted: str) -> None:
    assert reading(text).planted("D") == planted.encode()


def test_the_encoding_is_the_programs() -> None:
    head = "# coding: latin-1\n" + HEAD
    found = reading((head + "    é = 'é'\n    return é, 'B', 3\n").encode("latin-1"))
    assert found.planted("D") == (head + "    é = 'é'\n    return é, 'D', 3\n").encode("latin-1")


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "    return 'A', question[0], 3\n",
        HEAD + "    return 'A', chr(66), 3\n",
        HEAD + "    return 'A', 'word', 3\n",
        HEAD + "    return 'A', 'A' 'B', 3\n",
        HEAD + "    return 'A'\n",
        "def solve(:\n",
        b"def solve():\n    return '\xff'\n",
    ],
)
def test_a_letter_that_is_not_written_down_as_such_is_none(text: str | bytes) -> None:
    assert reading(text).generator == ()


def test_a_contract_without_a_generator_has_no_letter() -> None:
    assert reading("def forward(self, taskInfo):\n    return 'B'\n", "adas").generator == ()
