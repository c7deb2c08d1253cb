"""A program with one fault is a program with one fault: no piece of it is taken for the program, whatever the fault.

And a program that only a fence or prose keeps from being one comes out exactly as it was.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.unwrap import unwrap

PROGRAMS = sorted((Path(__file__).parents[2] / "corpus" / "labelled" / "programs").rglob("*.py"))
SHORT = 2_500
"""Longer programs show nothing more."""
TRIES = 8


def parses(text: str) -> bool:
    return isinstance(parse(text), Trees)


def sampled(number: random.Random) -> str:
    """A program of more than imports and a line or two."""
    while True:
        text = number.choice(PROGRAMS).read_text("utf-8")
        if 200 < len(text) < SHORT and parses(text):
            return text


def _put(text: str) -> Callable[[str, random.Random], str]:
    def inject(program: str, number: random.Random) -> str:
        place = number.randrange(len(program) + 1)
        return program[:place] + text + program[place:]

    return inject


def _line(text: str) -> Callable[[str, random.Random], str]:
    def inject(program: str, number: random.Random) -> str:
        lines = program.split("\n")
        place = number.randrange(len(lines))
        blank = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
        return "\n".join([*lines[:place], blank + text, *lines[place:]])

    return inject


def _cut(program: str, number: random.Random) -> str:
    return program[: number.randrange(1, len(program))]


def _without_a_character(program: str, number: random.Random) -> str:
    place = number.randrange(len(program))
    return program[:place] + program[place + 1 :]


def _indented(program: str, number: random.Random) -> str:
    lines = program.split("\n")
    place = number.randrange(len(lines))
    return "\n".join([*lines[:place], "   " + lines[place], *lines[place + 1 :]])


FAULTS: Mapping[str, Callable[[str, random.Random], str]] = MappingProxyType(
    {
        **{text: _put(text) for text in ('"', '""""', '"""', "'", "'''", "(", ")", "[", "}", "$", "?", "!", "`", "\\")},
        "an operand too many": _put(" 3 4 "),
        "a print of Python 2": _line("print 'the answer is here'"),
        "a print of two names": _line("print x, y"),
        "a stray line": _line("$"),
        "a line that is indented": _indented,
        "a cut": _cut,
        "a lost character": _without_a_character,
    }
)


@pytest.mark.parametrize("fault", FAULTS)
def test_of_a_program_with_one_fault_nothing_is_taken(fault: str) -> None:
    number = random.Random(fault)
    for _ in range(TRIES):
        text = FAULTS[fault](sampled(number), number)
        if not parses(text):
            assert unwrap(text, parses).programs == (), text


QUOTED = "import re\n\n\ndef first(text):\n    {}Take the letter.{}\n    return re.findall('[A-E]', text)[0]\n\n\n"
REST = "def solve(question):\n    return first(ask(question)), 'B', 3\n"


@pytest.mark.parametrize(
    "text",
    [
        QUOTED.format('"""', '""""') + REST,
        QUOTED.format('""""', '"') + REST,
        '""""Ask once.\n\nTake the letter.\n""""\n\n' + QUOTED.format("'", "'") + REST,
        f'import re\n\nPROMPT = """"Question:\nAnswer with one letter please.\n""""\n\n\n{REST}',
        "mport re\n\n\ndef solve(q):\n    return re.sub('a', 'b', q)\n",
        f"lass Agent:\n    def run(self, q):\n        return q\n\n\n{REST}",
        f"d\\ef first(text):\n    return text\n\n\n{REST}",
        f'EXAMPLE = """\n```python\nans = 1\n```\n"""\n\n\n{REST})\n',
    ],
)  # fmt: skip
def test_a_fault_of_quotes_or_of_one_letter_is_not_taken_for_prose(text: str) -> None:
    assert not parses(text)
    assert unwrap(text, parses).programs == ()


WRAPPINGS = {
    "a fence": "```python\n{}```\n",
    "a fence that nothing closes": "```python\n{}",
    "a fence after a sentence": "Here is the program that you asked for:\n\n```python\n{}```\n",
    "a fence between sentences": "Sure!\n\n~~~py\n{}~~~\n\nIt asks the solver once. Don't run it twice.\n",
    "a fence before notes": "# Solution\n\n```\n{}```\n\n## Notes\n\n- one call\n- no loop\n",
    "a fence in a list": "1. The program:\n\n````python\n{}````\n\n2. Nothing else.\n",
    "a sentence before": "Sure! Here's the program that you wanted.\n\n{}",
    "a sentence after": "{}\nThis program asks the solver one question and returns its letter.\n",
    "sentences around": "The idea is simple: ask once.\n\n{}\nThat is all there is to it.\n",
    "a heading of sentences": "Solution\n========\n\nWe ask the solver (only once), and take what it says.\n\n{}",
}


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_a_program_that_is_only_wrapped_comes_out_as_it_was(wrapping: str) -> None:
    number = random.Random(wrapping)
    for _ in range(TRIES):
        program = sampled(number)
        if "```" in program or not any(line.startswith(("def ", "class ")) for line in program.split("\n")):
            continue
        sole = unwrap(_wrapped(wrapping, program), parses).sole
        assert sole is not None, program
        assert sole.text.strip() == program.strip()


def _wrapped(wrapping: str, program: str) -> str:
    before, _, after = WRAPPINGS[wrapping].partition("{}")
    return before + program + after
