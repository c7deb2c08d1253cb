"""Loops that end by more than one counter, by marks, by searching on; and loops that only look as if they did."""

from __future__ import annotations

import ast
import textwrap

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.rules.finding_lines import finding_lines

CONTRACT = load_contract("function")


def unbounded(body: str) -> list[int]:
    """The lines, within the body of a function, of the loops that may run without end."""
    source = "def f(a, b, n, m, s, w, grid):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    return [loop.lineno - 1 for loop in Facts(ast.parse(source), CONTRACT).unbounded_loops]


MERGE = """
i = j = 0
while i < n and j < m:
    if a[i] < b[j]:
        i += 1
    else:
        j += 1
"""

SAWTOOTH = """
depth = 30
up, down = 3, 2
climb = 3
slide = 2
while depth > 0:
    depth -= climb
    if depth > 0:
        depth += slide
"""

SQUARE = """
step = 1
while n > 0:
    n -= step
    step += 2
"""

SPEED = """
time = 0
while n > 0:
    n = n - 7 * time
    time = time + 1
"""

SHELL = """
gap = len(a) // 2
while gap > 0:
    for i in range(gap, len(a)):
        j = i
        while j >= gap and a[j - gap] > a[j]:
            j -= gap
    gap //= 2
"""

COMPUTED = """
i = 1
while True:
    value = i * 2 ** i - 1
    if value >= n:
        return value == n
    i += 1
"""

DIGITS = """
i = 1
while len(str(i * (i + 1) // 2)) < n:
    i += 1
"""

FILTERED = """
while a:
    first = a.pop(0)
    a = [x for i, x in enumerate(a) if i % first]
"""

CELLS = """
visited = [[False] * n for _ in range(n)]
queue = [(0, 0)]
while queue:
    i, j = queue.pop(0)
    for k in range(n):
        if k < m and not visited[i][k]:
            visited[i][k] = True
            queue.append((i, k))
"""

NARROWED = """
seen = [False] * n
queue = [0]
while queue:
    node = queue.pop()
    for other in grid[node]:
        if not seen[other]:
            if other < m:
                seen[other] = True
                queue.append(other)
"""

SKIPPED = """
visited = [False] * n
stack = [0]
while stack:
    node = stack.pop()
    if visited[node]:
        continue
    visited[node] = True
    for other in grid[node]:
        stack.append(other)
"""

FOUND = """
at = 0
while at < len(s):
    found = s.find(w, at)
    if found == -1:
        break
    at = found + 1
"""

SEARCHED = """
at = 1
while at > 0:
    at = s.find(w, at)
    at += 1
"""

HALVED_BY_TWO = """
low, high = 0, n
while low < high:
    middle = (low + high) // 2
    if a[middle] < m:
        low = middle + 2
    else:
        high = middle
"""

NUMERALS = """
values = [10, 5, 1]
i = 0
while n > 0:
    for _ in range(n // values[i]):
        n -= values[i]
    i += 1
"""

CHEAPER = """
price = 3.5
while n >= price:
    n -= price
    price = 0.1
"""

VOWELS = """
i, j = 0, len(s) - 1
while i < j:
    if s[i] in w and s[j] in w:
        i += 1
        j -= 1
    elif s[i] not in w:
        i += 1
    elif s[j] not in w:
        j -= 1
"""

COMPARED = """
i = j = 0
while i < n and j < m:
    if a[i] < b[j]:
        i += 1
    elif a[i] == b[j]:
        i += 1
    elif a[i] > b[j]:
        j += 1
"""

BUBBLES = """
done = False
while not done:
    done = True
    for i in range(n - 1):
        if a[i] > a[i + 1]:
            kept = a[i]
            a[i] = a[i + 1]
            a[i + 1] = kept
            done = False
"""


@pytest.mark.parametrize(
    "body",
    [MERGE, SAWTOOTH, SQUARE, SPEED, SHELL, COMPUTED, DIGITS, FILTERED, CELLS, NARROWED, SKIPPED, FOUND, SEARCHED,
     HALVED_BY_TWO, NUMERALS, CHEAPER, VOWELS, COMPARED, BUBBLES],
)  # fmt: skip
def test_a_loop_whose_measure_falls_in_every_round_ends(body: str) -> None:
    assert unbounded(body) == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        pytest.param(MERGE.replace("j += 1", "j -= 1"), 2, id="one cursor turns back"),
        pytest.param(MERGE.replace("        j += 1", "        pass"), 2, id="one branch moves nothing"),
        pytest.param(MERGE.replace(" and ", " or "), 2, id="one cursor may wait for ever"),
        pytest.param(SAWTOOTH.replace("slide = 2", "slide = 3"), 5, id="falls back as far as it climbed"),
        pytest.param(SAWTOOTH.replace("climb = 3", "climb = n"), 5, id="climbs by what is not known"),
        pytest.param(SAWTOOTH.replace("    if depth > 0:", "    for _ in a:"), 5, id="falls back again and again"),
        pytest.param(SQUARE.replace("step = 1", "step = m"), 2, id="begins with a step that is not known"),
        pytest.param(SQUARE.replace("step += 2", "step -= 2"), 2, id="the step becomes negative"),
        pytest.param(SPEED.replace("time = time + 1", "pass"), 2, id="the step stays at nothing"),
        pytest.param(SHELL.replace("while gap > 0:", "while gap != 0:"), 5, id="the step may be below nothing"),
        pytest.param(COMPUTED.replace("    i += 1", "    i = i % 7 + 1"), 2, id="the counter comes back"),
        pytest.param(FILTERED.replace("enumerate(a)", "enumerate(b)"), 1, id="filters something else"),
        pytest.param(CELLS.replace("visited[i][k] = True", "visited[i][k] = False"), 3, id="marks nothing"),
        pytest.param(CELLS.replace("visited[i][k] = True", "visited[k][i] = True"), 3, id="marks another cell"),
        pytest.param(CELLS + "    visited[0][0] = False\n", 3, id="takes a mark away"),
        pytest.param(NARROWED.replace("        queue", "    else:\n                queue"), 3, id="marks elsewhere"),
        pytest.param(SKIPPED.replace("    visited[node] = True\n", ""), 3, id="never marks"),
        pytest.param(FOUND.replace("s.find(w, at)", "s.find(w)"), 2, id="searches from the beginning"),
        pytest.param(SEARCHED.replace("at > 0", "at > -1"), 2, id="behind the last place begins again"),
        pytest.param(NUMERALS.replace("    i += 1", "    i = (i + 1) % 3"), 3, id="the place comes back"),
        pytest.param(VOWELS.replace("elif s[j] not in w", "elif s[j] not in a"), 2, id="a case is left over"),
        pytest.param(COMPARED.replace("a[i] == b[j]", "a[i] == b[i]"), 2, id="equals are left over"),
        pytest.param(BUBBLES.replace("a[i + 1] = kept", "a[i + 1] = n"), 2, id="exchanges nothing"),
        pytest.param(BUBBLES.replace("    done = True", "    if m:\n        done = True"), 2, id="may never be done"),
        pytest.param(BUBBLES.replace(">", ">="), 2, id="equals change places for ever"),
        pytest.param(BUBBLES.replace("            done = False", "        done = False"), 2, id="is never done"),
        pytest.param(CHEAPER.replace("price = 0.1", "price = n"), 2, id="the price is not known"),
    ],
)
def test_a_loop_whose_measure_may_stand_still_is_unbounded(body: str, line: int) -> None:
    assert unbounded(body) == [line]


TOKENS = """
import re
def f(text):
    pattern, at = re.compile(r"\\s*([a-z]+|[0-9])"), 0
    while at < len(text):
        found = pattern.match(text, at)
        if found is None:
            raise ValueError(text[at:])
        at = found.end()
"""
WORDS = """
import re
def f(text):
    pattern, at = re.compile(r"[a-z]+"), 0
    while found := pattern.search(text, at):
        at = found.end()
"""
UNTIL_NONE = """
import re
def f(text):
    pattern, at = re.compile(r"[a-z]+"), 0
    while True:
        found = pattern.match(text, at)
        if not found:
            break
        at = found.end()
"""


@pytest.mark.parametrize("source", [TOKENS, WORDS, UNTIL_NONE, UNTIL_NONE.replace("not found", "found is None")])
def test_a_search_that_goes_on_behind_what_it_found_ends(source: str) -> None:
    assert finding_lines("CGR306", source) == []


@pytest.mark.parametrize(
    ("source", "line"),
    [
        pytest.param(WORDS.replace("+", "*"), 5, id="what is found may be nothing"),
        pytest.param(WORDS.replace("found.end()", "found.start()"), 5, id="begins where it found"),
        pytest.param(WORDS.replace("(text, at)", "(text)"), 5, id="begins at the beginning"),
        pytest.param(UNTIL_NONE.replace("match(text, at)", "match(text, 0)"), 5, id="begins at a fixed place"),
        pytest.param(
            TOKENS.replace("        at =", "        if text:\n            at ="), 5, id="may stay where it is"
        ),
    ],
)
def test_a_search_that_may_find_the_same_again_is_unbounded(source: str, line: int) -> None:
    assert finding_lines("CGR306", source) == [line]


@pytest.mark.parametrize("test", ["node", "node.next", "getattr(node, 'next', None)"])
def test_a_walk_along_a_chain_of_objects_ends(test: str) -> None:
    source = f"def f(node, other):\n    while {test}:\n        node = node.next\n    return node\n"
    assert finding_lines("CGR306", source) == []
    assert finding_lines("CGR306", source.replace("= node.next", "= node.next if other else node")) == [2]


def test_a_merge_of_two_chains_ends() -> None:
    source = (
        "def f(one, two, tail):\n    while one and two:\n        if one.value < two.value:\n"
        "            tail.next, one = one, one.next\n        else:\n            tail.next, two = two, two.next\n"
        "        tail = tail.next\n"
    )
    assert finding_lines("CGR306", source) == []
    assert finding_lines("CGR306", source.replace("two = two, two.next", "two = two, two")) == [2]


ASKING = """
def solve(question, options):
    def ask():
        return llm_model(question, {})
    notes = []
    for note in iter(ask, "STOP"):
        notes.append(note)
    return extract_answer(notes[0]), "A", 1
"""


def test_an_endless_iterator_that_asks_the_solver_is_an_unbounded_solver_loop_alone() -> None:
    assert finding_lines("CGR301", ASKING) == [6]
    assert finding_lines("CGR306", ASKING) == []
    assert finding_lines("CGR306", ASKING.replace("return llm_model(question, {})", "return question")) == [6]
