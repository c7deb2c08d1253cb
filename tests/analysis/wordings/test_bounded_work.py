"""However a program is written: what it looks for is found in work that grows no faster than the program."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator

import pytest

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.scopes import build_scopes
from cgr_audit.analysis.wordings.compared_literals import find_compared_literals
from cgr_audit.analysis.wordings.reply_wordings import find_reply_wordings
from cgr_audit.analysis.wordings.written_options import find_compared_numbers, find_written_options
from tests.analysis.wordings.lines_run import lines_run

SIZE = 100


@pytest.fixture(autouse=True)
def deep_stack() -> Iterator[None]:
    """Long chains are deep trees; programs are read on a stack that holds them."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    yield
    sys.setrecursionlimit(before)


def work(text: str) -> int:
    tree = ast.parse(text)
    index = build_index(tree)
    constants = Constants(build_scopes(tree), lambda: index)

    def find() -> None:
        find_compared_literals(index)
        find_reply_wordings(index, constants)
        find_compared_numbers(index)
        find_written_options(index)

    return lines_run(find)


@pytest.mark.parametrize(
    "written",
    [
        lambda size: "import re\nreply" + ".split('a')" * size,
        lambda size: "reply == key" + " + 'a'" * size,
        lambda size: "reply == key" + " + other" * size,
        lambda size: "reply == f'a{key}'" + ".lower()" * size,
        lambda size: "a < " + "[b < " * 60 + "1" + "]" * 60 + "\nx == 1" * size,
        lambda size: "mark = 'a'" + " + key" * size + "\nreply == mark" * size,
        lambda size: "import re\nP = '" + "(a|b)" * 100 + "'\n" + "re.search(P, reply)\n" * size,
        lambda size: "import re\n" + "re.search('a|b', " * 60 + "x" + ")" * 60 + "\nre.search('c', x)" * size,
        lambda size: "O = {" + ", ".join(f"'{number}': 'iron'" for number in range(size)) + "}",
        lambda size: "x in [" + ", ".join(map(str, range(size))) + "]",
        lambda size: "x in [" + ", ".join(f"'A. {number}'" for number in range(size)) + "]",
    ],
)  # fmt: skip
def test_a_program_twice_as_long_takes_no_more_than_about_twice_the_work(written: Callable[[int], str]) -> None:
    assert work(written(2 * SIZE)) < 2.5 * work(written(SIZE))


def test_patterns_beyond_some_hundreds_are_not_read() -> None:
    patterns = [f"pick {number} (\\w)" for number in range(1000)]
    text = "import re\n" + "".join(f"re.search(r'{pattern}', reply)\n" for pattern in patterns)
    tree = ast.parse(text)
    index = build_index(tree)
    found = find_reply_wordings(index, Constants(build_scopes(tree), lambda: index))
    assert [one.naming("C", "3", "C") for one in found] == [f"pick {number} C" for number in range(200)]
