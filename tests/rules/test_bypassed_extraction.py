"""How answers are taken from responses."""

from __future__ import annotations

from functools import partial

import pytest

from tests.rules.finding_lines import finding_lines

lines = partial(finding_lines, "CGR107")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            """\
import re
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    found = re.findall(r"[A-E]", reply)
    return (found[-1] if found else "X"), "A", 4
""",
            [5],
            id="the last letter that a pattern finds",
        ),
        pytest.param(
            """\
import re
PATTERN = re.compile(r"answer is ([A-E])")
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    if m := PATTERN.search(reply):
        return m[1], "A", 4
    a = extract_answer(reply)
    return (a if a != "X" else "X"), "A", 4
""",
            [6],
            id="a pattern on one path and the helper on the other",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    reply = llm_model(question + " Reply with the option's number.", exp_config)
    return options[int(reply.strip()) - 1]["id"], "A", 4
""",
            [3],
            id="the number of an option",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config).lower()
    matches = [o["id"] for o in options if o["text"].lower() in reply]
    return (matches[0] if matches else "X"), "A", 4
""",
            [3],
            id="options whose text is in a response",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    by_text = {o["text"].lower(): o["id"] for o in options}
    reply = llm_model(question, exp_config).strip().lower()
    return by_text.get(reply, "X"), "A", 4
""",
            [4],
            id="a whole response as a key",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    return llm_model(question, exp_config), "A", 4
""",
            [2],
            id="a response as it is",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config).upper()
    if "ANSWER: A" in reply:
        return "A", "B", 2
    if "ANSWER: B" in reply:
        return "B", "B", 2
    return "X", "B", 2
""",
            [3, 5],
            id="letters looked for one after the other",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    votes = [0] * 4
    for place, letter in enumerate("ABCD"):
        votes[place] += reply.count(letter)
    return "ABCD"[votes.index(max(votes))], "A", 4
""",
            [6],
            id="letters counted in a response",
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
import re
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    m = re.search(r"answer is (.*)", reply)
    a = extract_answer(m.group(1) if m else reply)
    return (a if a != "X" else "X"), "A", 4
""",
            id="the helper on what a pattern found",
        ),
        pytest.param(
            """\
import json
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    try:
        text = json.loads(reply)["answer"]
    except ValueError:
        text = reply
    a = extract_answer(text)
    return (a if a in [o["id"] for o in options] else "X"), "A", 4
""",
            id="the helper on a field of an object",
        ),
        pytest.param(
            """\
import re
def solve(question, options, exp_config):
    scores = {}
    for o in options:
        reply = llm_model(question + o["text"] + " 0-10?", exp_config)
        m = re.search(r"\\d+", reply)
        scores[o["id"]] = int(m.group()) if m else 0
    return max(scores, key=scores.get), "A", 4
""",
            id="the best of several scores",
        ),
        pytest.param(
            """\
import re
def solve(question, options, exp_config):
    def score(o):
        return float(re.sub(r"[^0-9.]", "", llm_model(question + o["text"], exp_config)) or 0)
    ranked = sorted(options, key=score)
    return ranked[-1]["id"], "A", 4
""",
            id="options in the order of their scores",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    first = llm_model(question, exp_config)
    verdict = llm_model(question + first + " correct or wrong?", exp_config)
    if "wrong" in verdict.lower():
        first = llm_model(question + " again", exp_config)
    a = extract_answer(first)
    return (a if a != "X" else "X"), "B", 2
""",
            id="a word about an answer",
        ),
        pytest.param(
            """\
import re
def solve(question, options, exp_config):
    scores = []
    for o in options:
        digits = re.search(r"\\d+", llm_model(question + o["text"], exp_config))
        scores.append(int(digits.group()) if digits else 0)
    index = scores.index(max(scores))
    return "ABCDEFGH"[index], "A", 4
""",
            id="a place among scores",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    scores = []
    for o in options:
        try:
            scores.append(float(llm_model(question + o["text"], exp_config).split()[0]))
        except (ValueError, IndexError):
            scores.append(0.0)
    return "ABCDEFGH"[max(range(len(scores)), key=scores.__getitem__)], "A", 4
""",
            id="a place whose score is the best of all places",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    scores = [int(llm_model(question + o["text"], exp_config)) for o in options]
    best = 0
    for i in range(1, len(scores)):
        if scores[i] > scores[best]:
            best = i
    return options[best]["id"], "A", 4
""",
            id="a place that a loop over scores finds",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    scores = []
    for o in options:
        reply = llm_model(question + o["text"], exp_config).lower()
        scores.append(reply.count("yes") - reply.count("no"))
    order = sorted(range(len(scores)), key=lambda i: scores[i], reverse=True)
    return "ABCDEFGH"[order[0]], "A", 4
""",
            id="the first place in an order of scores",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    scores = [int(llm_model(question + o["text"], exp_config)) for o in options]
    best, _ = max(enumerate(scores), key=lambda pair: pair[1])
    return chr(ord("A") + best), "A", 4
""",
            id="the place of an enumerated score",
        ),
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []
