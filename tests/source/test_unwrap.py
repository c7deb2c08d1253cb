"""Taking programs out of longer text: what is taken, what is left, and that exact lines are kept."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.errors import IncompleteError
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.taken import taken_bytes
from cgr_audit.source.unwrap import Unwrapped, unwrap

PROGRAM = 'def solve(question):\n    reply = llm_model(question, {})\n\n    return extract_answer(reply), "B", 3\n'
HELPER = "def ask(text):\n    return llm_model(text, {})\n"


def parses(text: str) -> bool:
    return isinstance(parse(text), Trees)


def unwrapped(text: str) -> Unwrapped:
    assert not parses(text)
    return unwrap(text, parses)


def taken(text: str) -> list[str]:
    return [program.text for program in unwrapped(text).programs]


@pytest.mark.parametrize(
    "text",
    [
        f"```python\n{PROGRAM}```\n",
        f"```\n{PROGRAM}```",
        f"~~~py\n{PROGRAM}~~~",
        f"````python\n{PROGRAM}````",
        f"```{{python}}\n{PROGRAM}```",
        f"```python title='x'\n{PROGRAM}```",
        f"```Python3\n{PROGRAM}```",
        f"```python\n{PROGRAM}",
        f"```python\n{PROGRAM}\nThis asks the solver once and returns three values.\n",
        f"{PROGRAM}```\n",
        f"{PROGRAM}```\nThis asks the solver once.\n",
        f"Here is the code:\n```python\n{PROGRAM}```\nGood luck!",
        f"import math\nWhat is the speed of it?\n{PROGRAM}",
        f"```python\nimport re\n```\n\n```python\n{PROGRAM}```\n",
        f"Here is the code: ```python\n{PROGRAM}```",
        f"{PROGRAM}\nThe program asks the solver one question.\n",
        f"Sure! Here's the program you wanted.\n\n{PROGRAM}",
        f"Here is the code:\n{PROGRAM}",
        f"Here is code\nthat solves it.\n\n{PROGRAM}\nDone\n\nIt's short.",
        f"# Solution\n\nThe idea is simple.\n\n{PROGRAM}\n## Notes\n\n- one call\n- no loop",
        f"The answer (see below is this:\n\n{PROGRAM}",
        f'Don\'t forget """ here\n{PROGRAM}',
        f"Install it:\n```bash\npip install x\n```\nthen\n```python\n{PROGRAM}```\n",
        f"Output looks like\n```\n('B', 'B', 3)\n```\nfrom\n```\n{PROGRAM}```\n",
        f'Output:\n```json\n{{"a": 1}}\n```\n\n```python\n{PROGRAM}```\n',
        f"```python\n{PROGRAM}```\nUsage:\n```python\nprint(solve('why?'))\n```\n",
        f"First let the speed be known.\n\nspeed = 4\n\n{PROGRAM}\nthat is all.".replace("speed = 4\n\n", "") + "\n\n",
    ],
)
def test_the_one_program_is_taken_out(text: str) -> None:
    assert [piece.strip() for piece in taken(text)] == [PROGRAM.strip()]


def test_a_fence_gives_exact_lines_and_their_place() -> None:
    text = f"Hello there.\r\n\r\n```python\r\n{PROGRAM.replace(chr(10), chr(13) + chr(10))}```\r\n"
    [program] = unwrapped(text).programs
    assert program.text == PROGRAM.replace("\n", "\r\n")
    assert (program.first_line, program.last_line, program.indent) == (4, 7, 0)


def test_an_indented_fence_loses_its_indentation() -> None:
    inner = "".join(f"   {line}" if line.strip() else line for line in PROGRAM.splitlines(keepends=True))
    [program] = unwrapped(f"1. The program:\n\n   ```python\n{inner}   ```\n").programs
    assert program.text == PROGRAM
    assert (program.first_line, program.indent) == (4, 3)


def test_markdown_code_indented_by_four_is_taken_out() -> None:
    inner = "".join(f"    {line}" if line.strip() else line for line in PROGRAM.splitlines(keepends=True))
    [program] = unwrapped(f"Here is the code:\n\n{inner}\nIt asks once.\n").programs
    assert program.text == PROGRAM
    assert (program.first_line, program.last_line, program.indent) == (3, 6, 4)


@pytest.mark.parametrize("quotes", ['"""', "'''"])
def test_a_fence_inside_a_string_of_the_fenced_program_is_text(quotes: str) -> None:
    prompt = f"{quotes}\n```json\n{{}}\n```\n{quotes}"
    program = f"def solve(question):\n    prompt = {prompt}\n    return llm_model(prompt, {{}})\n"
    assert taken(f"Here:\n```python\n{program}```\nBye.\n```\nnothing here\n```\n") == [program]


@pytest.mark.parametrize(
    "program",
    [
        'def solve(q):\n    prompt = f"""\nQuestion: {q}\nAnswer with a letter (A-E\n"""\n    return ask(prompt, {})\n',
        "LETTERS = [\n'A',\n'B',\n]\n\n\ndef solve(question):\n    return LETTERS\n",
        "import re\n\n# a comment\n\n\n@cache\ndef solve(question):\n    x = 1\n# outdented comment\n    return x\n",
        "try:\n    import regex as re\nexcept ImportError:\n    import re\nfinally:\n    pass\n",
        "x = 1 + \\\n2\ny = x\n",
        "def solve(\n    question,\n):\n    return question\n",
        "x = (\n1\n)\n\nif x:\n    y = 2\nelse:\n    y = 3\n",
        '"""A docstring\n\nover lines."""\nx = 1\n',
        "\tx = 1\n".lstrip(),
    ],
)
def test_code_over_unindented_lines_is_kept_whole_between_prose(program: str) -> None:
    text = f"This is the program that you asked for.\n\n{program}\nThat is all there is.\n"
    assert [piece.strip() for piece in taken(text)] == [program.strip()]


@pytest.mark.parametrize(
    "text",
    [
        "I cannot write that program.",
        "I cannot run code, but the idea\n\nis to ask twice (and compare.\n",
        "Answer: B.",
        "```python\nif x\n```",
        "```\nJust words here.\n```\n",
        '```json\n{"a": 1}\n```',
        "```text\nx = 1\n```",
        'Sure! Outline:\n\n1. ask llm_model("what?")\n   - again\n2. return (letter, "B", 4)\n\nBye bye now!\n',
        "\n#\n(",
        "```",
        "def f(:\n    pass\n",
        f"x = = 1\n{PROGRAM}",
        f"{PROGRAM}\ndef broken(:\n    pass\n",
        f"def broken(x):\n    return x +\n\n{PROGRAM}",
        f"Here is the code you asked for:\n\ndef broken(x):\n    return x +\n\n{PROGRAM}",
        f"print 'hello'\n{PROGRAM}",
        f"{PROGRAM}    return (\n",
        f"{PROGRAM}\nresult = solve(",
        "    x = 1\n    return x\n",
        "   def f():\n       return 1\n",
        "def f():\n    '''Truncated doc\n    x = 1\n",
        "```python\nLIMIT = 3\n```\n\n```python\ndef solve(q):\n    return LIMIT\n```\n",
        "```python\nimport re\n```\n\n```python\ndef solve(q):\n    return re.sub('a', '', q)\n```\n",
        "```python\nfrom math import *\n```\n\n```python\ndef solve(q):\n    return pi\n```\n",
        "```python\nimport re\n```\n",
    ],
)
def test_nothing_is_taken_out_of_what_holds_no_separable_program(text: str) -> None:
    assert taken(text) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"```python\n{PROGRAM}```\nor\n```python\n{PROGRAM}```\n", 2),
        (f"```python\n{HELPER}```\nThen the entry uses it:\n```python\n{PROGRAM}```\n", 2),
        (f"{PROGRAM}\nQuestion: What is next in the row?\n(a) 3\n(b) 5\n\n# solution using Python:\n\n{PROGRAM}", 2),
        ("```\nans = 3\n```\nor rather\n```\nans = 4\n```\n", 2),
    ],
)
def test_several_programs_stay_several(text: str, count: int) -> None:
    assert len(taken(text)) == count
    assert unwrapped(text).sole is None


def test_a_completion_cut_off_in_its_second_program_holds_one() -> None:
    text = f"{PROGRAM}\n\n\nQuestion: A man can row.\n(a) 3\n\n# solution:\n\ndef solve(question):\n    '''Truncated"
    assert [piece.strip() for piece in taken(text)] == [PROGRAM.strip()]


@pytest.mark.parametrize(
    ("text", "line", "fenced"),
    [
        (f"{PROGRAM}\nThe end is here.\n", 6, False),
        (f"Hello there, friend.\n{PROGRAM}", 1, False),
        (f"\n```\n{PROGRAM}```", 2, True),
        ("def f(:\n  pass", None, False),
    ],
)
def test_the_first_line_that_is_no_code_is_told(text: str, line: int | None, fenced: bool) -> None:
    found = unwrapped(text)
    assert (found.outside, found.fenced) == (line, fenced)


HOSTILE = {
    "open brackets": "x = (\n" * 13_000,
    "prose": "A man can row at a speed of 5 km (per hour.\n" * 6_000,
    "triple quotes": 'x = """\n' * 20_001 + "oops oops oops",
    "alternating quotes": "x = \"\"\"\ny = '''\n" * 10_000,
    "fences": "```\nx = = 1\n" * 13_000,
    "one long line": "word " * 66_000,
    "assignments and prose": "x = 1\nnow some words follow.\n" * 5_000,
    "quotes on one line": "'" * 166_000 + " a b c",
    "indented": "some words here\n\n    def f():\n        pass\n" * 3_000,
    "backslashes": "x = \\\n" * 16_000 + "(",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_large_hostile_text_is_read_in_bounded_time(kind: str) -> None:
    # Counting is what is under test, not the parser: a text as long as this would overflow or slow down any parser.
    def cheap(text: str) -> bool:
        return len(text) < 200 and parses(text)

    started = time.process_time()
    unwrap(HOSTILE[kind], cheap)
    assert time.process_time() - started < 15


PIECES = [
    PROGRAM, HELPER, "x = 1\n", "\n", "Words that are prose.\n", "```\n", "```python\n", "    y = 2\n", 'z = """\n',
    "(a) 3\n", "# note\n", "def f(\n",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9))
def test_whatever_is_taken_parses_and_stands_in_the_text_where_it_says(pieces: list[str]) -> None:
    text = "".join(pieces)
    found = unwrap(text, parses)
    lines = text.split("\n")
    previous = 0
    for program in found.programs:
        assert parses(program.text)
        assert program.first_line > previous
        previous = program.last_line
        stands = lines[program.first_line - 1 : program.last_line]
        assert [line[program.indent :] for line in stands] == program.text.removesuffix("\n").split("\n")


def test_every_run_on_completion_gives_its_complete_programs(data_folder: object) -> None:
    import json

    path = data_folder / "pal_aqua" / "programs.jsonl"  # type: ignore[operator]
    sources = [json.loads(line)["source"] for line in path.read_text("utf-8").splitlines()]
    counts: dict[int, int] = {}
    for source in sources:
        if not parses(source):
            number = len(unwrap(source, parses).programs)
            counts[number] = counts.get(number, 0) + 1
    assert counts == {1: 6, 2: 113, 3: 105, 4: 3}


def test_text_that_nests_deep_without_brackets_holds_no_program_and_takes_no_time() -> None:
    started = time.process_time()
    assert unwrap("def f(x):\n    return " + "a.b" * 20_000 + "\n", parses).programs == ()
    assert time.process_time() - started < 2


def test_a_program_that_declares_an_encoding_nobody_reads_is_not_taken() -> None:
    text = f"```python\n# coding: ascii\n{PROGRAM}```\n"
    with pytest.raises(IncompleteError, match="lines 2 to 6 declare an encoding that cannot hold them"):
        taken_bytes(text.encode(), 2, 6)
