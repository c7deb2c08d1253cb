"""What a probe takes from a program's text."""

from __future__ import annotations

import pytest

from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.material import Material
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


@pytest.mark.parametrize(
    ("head", "takes"),
    [
        ("def solve(item):\n    item['question']", True),
        ("def solve(*, options, exp_config):\n    list(options)", True),
        ("def solve(question):\n    eval('question')", True),
        ("def solve(item, question):", False),
        ("def solve(exp_config, **more):", True),
        ("def solve(*arguments):", True),
        ("import functools\n@functools.lru_cache\ndef solve():", True),
        ("def solve(exp_config):", False),
        ("def solve():", False),
    ],
)
def test_whether_the_entry_may_be_given_the_item(head: str, takes: bool) -> None:
    assert reading(f"{head}\n    return 'A', 'B', 3\n").takes_item is takes


def test_an_agent_takes_the_item() -> None:
    assert reading("def forward(self, taskInfo):\n    return 'B'\n", "adas").takes_item


@pytest.mark.parametrize(
    ("text", "handles"),
    [
        (HEAD + "    try:\n        return 'A', 'B', 3\n    finally:\n        pass\n", True),
        (HEAD + "    with quiet():\n        return 'A', 'B', 3\n", True),
        (HEAD + "    return 'A', 'B', 3\n", False),
    ],
)
def test_whether_an_exception_may_be_kept_from_ending_the_run(text: str, handles: bool) -> None:
    assert reading(text).handles_exceptions is handles


@pytest.mark.parametrize(
    ("text", "only"),
    [
        (HEAD + "    return 'A', 'B', 3\n", True),
        (HEAD + "    guess = 'B'\n    return 'A', guess, 3\n", False),
        ("def ask():\n    return 'A', 'B', 3\n" + HEAD + "    return ask()\n", False),
        (HEAD + "    again = solve if question else None\n    return 'A', 'B', 3\n", False),
    ],
)
def test_whether_the_generators_letter_goes_nowhere_but_into_the_result(text: str, only: bool) -> None:
    assert [place.is_only_returned for place in reading(text).generator] == [only]


@pytest.mark.parametrize("mark", ["e", "\u00e9\U0001d11e"])
def test_a_letter_in_many_places_of_one_line_is_planted_in_each(mark: str) -> None:
    text = HEAD + "    guess = " + f"'B' if question == '{mark}' else " * 12 + "'A'\n    return 'A', guess, 3\n"
    assert len(reading(text).generator) == 13
    planted = HEAD + "    guess = " + f"'D' if question == '{mark}' else " * 12 + "'D'\n    return 'A', guess, 3\n"
    assert reading(text).planted("D") == planted.encode()


@pytest.mark.parametrize("literal", ["[" * 150 + "-" * 150, "[-" * 150, "(" + "|" * 299, "(|" * 150, "a(|" * 100])
def test_thousands_of_texts_that_nearly_look_like_patterns_are_read(literal: str) -> None:
    text = "import re\n" + HEAD + "    re.search('a', question)\n"
    text += "".join(f"    print('{number}{literal[4:]}')\n" for number in range(1000, 5000))
    assert reading(text + "    return 'A', 'B', 3\n").wordings[0].parts == ("a",)


def test_a_huge_number_keeps_no_program_from_being_read() -> None:
    text = HEAD + f"    if len(question) > 0x{'f' * 5000} or len(question) > 12: pass\n    return 'A', 'B', 3\n"
    assert reading(text).numbers == ("12", "3")


def test_names_of_fields_are_as_short_as_what_a_response_may_hold() -> None:
    text = HEAD + f"    import json\n    json.loads('{{}}')['{'a' * 10_000}']['verdict']\n    return 'A', 'B', 3\n"
    assert Material(synthetic_item(4), reading(text)).record("C") == '{"verdict": "C", "A": "C", "B": "C"}'
