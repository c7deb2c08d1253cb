"""What checks an extracted answer, and what does not."""

from __future__ import annotations

from functools import partial

import pytest

from tests.rules.finding_lines import finding_lines

lines = partial(finding_lines, "CGR502")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            """\
from collections import Counter
def solve(question, options, exp_config):
    c = Counter(extract_answer(llm_model(question + str(i), exp_config)) for i in range(5))
    (best, n), *_ = c.most_common()
    return best, "B", 3
""",
            [3],
            id="a vote that unpacks its winner",
        ),
        pytest.param(
            """\
class Panel:
    def __init__(self, q, c):
        self.q, self.c, self.votes = q, c, []
    def ask(self, role):
        self.votes.append(extract_answer(llm_model(role + self.q, self.c)))
    def result(self):
        return max(self.votes, key=self.votes.count)
def solve(question, options, exp_config):
    p = Panel(question, exp_config)
    for role in ("a", "b", "c"):
        p.ask(role)
    return p.result(), "A", 4
""",
            [5],
            id="votes kept by an object",
        ),
        pytest.param(
            """\
def solve(question, options):
    weights = {"A": 0, "B": 0, "C": 0}
    for _ in range(3):
        letter = extract_answer(llm_model(question, {}))
        weights[letter] = weights.get(letter, 0) + 1
    return max(weights, key=weights.get), "D", 3
""",
            [4],
            id="prefilled tally with get",
        ),
        pytest.param(
            """\
def solve(question, options):
    weights = {o["id"]: 0 for o in options}
    for _ in range(3):
        letter = extract_answer(llm_model(question, {}))
        weights[letter] = weights.get(letter, 0) + 1
    return max(weights, key=weights.get), "D", 3
""",
            [4],
            id="prefilled tally by options with get",
        ),
    ],
)
def test_something_is_found_in(source: str, expected: list[int]) -> None:
    assert lines(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            """\
def solve(question, options, exp_config):
    def ask(p):
        return extract_answer(llm_model(p, exp_config))
    ids = [o["id"] for o in options]
    votes = [ask(question + str(i)) for i in range(3)]
    valid = [v for v in votes if v in ids]
    if not valid:
        return "X", "A", 2
    return max(set(valid), key=valid.count), "A", 2
""",
            id="votes kept where they are options",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    letters = "ABCDE"[:len(options)]
    reply = llm_model(question, exp_config)
    ans = extract_answer(reply)
    return (ans if ans in letters else "X"), "B", 3
""",
            id="membership in as many letters as there are options",
        ),
        pytest.param(
            """\
from collections import Counter
def solve(question, options, exp_config):
    c = Counter(extract_answer(llm_model(question + str(i), exp_config)) for i in range(5))
    del c["X"]
    return (c.most_common(1)[0][0] if c else "X"), "B", 3
""",
            id="the failure value deleted from a tally",
        ),
        pytest.param(
            """\
from collections import Counter
def solve(question, options, exp_config):
    c = Counter(extract_answer(llm_model(question + str(i), exp_config)) for i in range(5))
    ranked = [letter for letter, n in c.most_common() if letter != "X"]
    return (ranked[0] if ranked else "X"), "B", 3
""",
            id="the failure value left out of a ranking",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    seen = {}
    for i in range(5):
        a = extract_answer(llm_model(question + str(i), exp_config))
        if a == "X":
            continue
        seen[a] = seen.get(a, 0) + 1
    return (max(seen, key=seen.get) if seen else "X"), "B", 3
""",
            id="a round skipped where nothing was extracted",
        ),
        pytest.param(
            """\
FAILED = "X"
def solve(question, options, exp_config):
    answer = FAILED
    for wording in ("a", "b"):
        answer = extract_answer(llm_model(question + wording, exp_config))
        if answer != FAILED:
            break
    return answer, "B", 3
""",
            id="a comparison with a constant of the module",
        ),
        pytest.param(
            """\
def is_option(letter, options):
    for o in options:
        if o["id"] == letter:
            return True
    return False
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    if not is_option(a, options):
        a = extract_answer(llm_model(question + "again", exp_config))
    return a, "B", 3
""",
            id="a second try after a function found no option",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    valid = {o["id"] for o in options}
    a = next(filter(valid.__contains__, (extract_answer(llm_model(question + s, exp_config)) for s in "ab")), "X")
    return a, "B", 3
""",
            id="a filter by a bound method",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    valid = {o["id"] for o in options}
    votes = {extract_answer(llm_model(question + s, exp_config)) for s in "abc"} & valid
    return (sorted(votes)[0] if votes else "X"), "B", 3
""",
            id="an intersection with the letters there are",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    if (a := extract_answer(llm_model(question, exp_config))) not in ("A", "B", "C"):
        return "X", "B", 3
    return a, "B", 3
""",
            id="a test that also assigns",
        ),
        pytest.param(
            """\
class Panel:
    def __init__(self, q, c):
        self.q, self.c, self.votes = q, c, []
    def ask(self, role):
        letter = extract_answer(llm_model(role + self.q, self.c))
        if letter.isalpha() and letter != "X":
            self.votes.append(letter)
    def result(self):
        return max(self.votes, key=self.votes.count) if self.votes else "X"
def solve(question, options, exp_config):
    p = Panel(question, exp_config)
    for role in ("a", "b", "c"):
        p.ask(role)
    return p.result(), "A", 4
""",
            id="votes that an object keeps only where they are letters",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    by_text = {o["text"].lower(): o["id"] for o in options}
    reply = llm_model(question, exp_config).strip().lower()
    return by_text.get(reply, "X"), "A", 4
""",
            id="an answer looked up by a whole response",
        ),
        pytest.param(
            """\
def solve(question, options):
    weights = {o["id"]: 0 for o in options}
    for _ in range(3):
        letter = extract_answer(llm_model(question, {}))
        weights[letter] += 1
    return max(weights, key=weights.get), "D", 3
""",
            id="prefilled tally that raises",
        ),
        pytest.param(
            """\
def usable(text):
    return extract_answer(text) != "X"
def solve(question, options):
    for _ in range(3):
        text = llm_model(question, {})
        if usable(text):
            return extract_answer(text), "D", 3
    return "X", "D", 3
""",
            id="predicate that extracts",
        ),
        pytest.param(
            """\
def attempt(prompt, tries, good):
    for _ in range(tries):
        text = llm_model(prompt, {})
        if good(text):
            return text
    raise RuntimeError("nothing")
def solve(question, options):
    text = attempt(question, 3, lambda t: extract_answer(t) != "X")
    return extract_answer(text), "D", 3
""",
            id="predicate as a lambda",
        ),
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []
