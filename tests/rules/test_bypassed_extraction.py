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
        pytest.param(
            """\
def solve(question, options):
    reply = llm_model(question, {})
    return max("ABCDE", key=reply.count), "B", 3
""",
            [3],
            id="count of letters",
        ),
        pytest.param(
            """\
def solve(question, options):
    reply = llm_model(question, {})
    return max(options, key=lambda o: reply.count(o["text"]))["id"], "B", 3
""",
            [3],
            id="count of option texts",
        ),
        pytest.param(
            """\
def solve(question, options):
    reply = set(llm_model(question, {}).lower().split())
    best, score = "X", 0
    for o in options:
        s = len(reply & set(o["text"].lower().split()))
        if s > score:
            best, score = o["id"], s
    return best, "B", 3
""",
            [6],
            id="word overlap with option texts",
        ),
        pytest.param(
            """\
def solve(question, options):
    words = set(llm_model(question, {}).lower().split())
    return max(options, key=lambda o: len(words & set(o["text"].lower().split())))["id"], "B", 3
""",
            [3],
            id="word overlap by max",
        ),
        pytest.param(
            """\
def overlap(one, other):
    return len(set(one.lower().split()) & set(other.lower().split()))
def solve(question, options):
    reply = llm_model(question, {})
    scores = {o["id"]: overlap(reply, o["text"]) for o in options}
    return max(scores, key=scores.get), "B", 3
""",
            [6],
            id="overlap through helper",
        ),
        pytest.param(
            """\
import difflib
def solve(question, options):
    reply = llm_model(question, {})
    return max(options, key=lambda o: difflib.SequenceMatcher(None, reply, o["text"]).ratio())["id"], "B", 3
""",
            [4],
            id="difflib ratio",
        ),
        pytest.param(
            """\
import difflib
def solve(question, options):
    reply = llm_model(question, {})
    texts = {o["text"]: o["id"] for o in options}
    near = difflib.get_close_matches(reply, list(texts), 1)
    return texts[near[0]] if near else "X", "B", 3
""",
            [6],
            id="difflib close matches",
        ),
        pytest.param(
            """\
def solve(question, options):
    reply = llm_model(question, {})
    found = {"A", "B", "C", "D"} & set(reply.split())
    return sorted(found)[0] if found else "X", "B", 3
""",
            [4],
            id="set of letters intersected",
        ),
        pytest.param(
            """\
def solve(question, options):
    reply = llm_model(question, {}).lower()
    best = max(options, key=lambda o: sum(word in reply for word in o["text"].lower().split()))
    return best["id"], "B", 3
""",
            [3],
            id="sum over words",
        ),
        pytest.param(
            """\
def solve(question, options):
    reply = llm_model(question, {})
    places = [(reply.rfind(o["text"]), o["id"]) for o in options]
    return max(places)[1], "B", 3
""",
            [4],
            id="place in reply",
        ),
        pytest.param(
            """\
import re
def solve(question, options):
    reply = llm_model(question, {})
    for o in options:
        if re.search(re.escape(o["text"]), reply):
            return o["id"], "B", 3
    return "X", "B", 3
""",
            [5],
            id="regex per option",
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
        pytest.param(
            """\
def solve(question, options):
    best, top = "X", -1
    for o in options[:3]:
        rating = int(llm_model(question + o["text"], {}))
        if rating > top:
            best, top = o["id"], rating
    return best, "B", 3
""",
            id="rating per option int",
        ),
        pytest.param(
            """\
def solve(question, options):
    best, top = "X", -1
    for o in options[:3]:
        rating = llm_model(question + o["text"], {}).lower().count("yes")
        if rating > top:
            best, top = o["id"], rating
    return best, "B", 3
""",
            id="count of yes per option",
        ),
        pytest.param(
            """\
def solve(question, options):
    first = llm_model(question, {})
    second = llm_model("Again " + question, {})
    shared = set(first.split()) & set(second.split())
    a = extract_answer(first if len(shared) > 5 else second)
    return a if a != "X" else "X", "B", 3
""",
            id="overlap between replies only",
        ),
        pytest.param(
            """\
NOTES = ["Plants make sugar.", "Metals conduct."]
def solve(question, options):
    words = set(question.lower().split())
    note = max(NOTES, key=lambda n: len(words & set(n.lower().split())))
    a = extract_answer(llm_model(note + question, {}))
    return a if a != "X" else "X", "B", 3
""",
            id="overlap of question and notes for retrieval",
        ),
        pytest.param(
            """\
def solve(question, options):
    reply = llm_model(question, {})
    if len(reply) > 500:
        reply = llm_model("Short. " + question, {})
    a = extract_answer(reply)
    return a if a != "X" else "X", "B", 3
""",
            id="reply length decides whether to ask again",
        ),
        pytest.param(
            """\
def solve(question, options):
    replies = [llm_model(p + question, {}) for p in ("1", "2")]
    words = set(question.split())
    best = max(replies, key=lambda r: len(words & set(r.split())))
    a = extract_answer(best)
    return a if a != "X" else "X", "B", 3
""",
            id="best of replies by overlap with the question",
        ),
        pytest.param(
            """\
def solve(question, options):
    votes = [extract_answer(llm_model(question, {})) for _ in range(3)]
    counts = {o["id"]: votes.count(o["id"]) for o in options}
    return max(counts, key=counts.get), "B", 3
""",
            id="votes counted",
        ),
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []
