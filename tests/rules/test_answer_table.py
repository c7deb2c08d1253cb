"""Answers that the program knows for items it recognises, and choices that are not answers."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "beginnings of questions": """\
def solve(question, options, exp_config):
    known = {"Which gas": "B", "What is": "C"}
    for start in known:
        if question.startswith(start):
            return known[start], "A", 3
    return extract_answer(llm_model(question, exp_config)), "A", 3
""",
    "a class that remembers": """\
class Memory:
    table = {"q1": "A"}
    def recall(self, item):
        return self.table.get(item["item_id"])
def solve(item, exp_config):
    hit = Memory().recall(item)
    if hit:
        return hit, "A", 3
    return extract_answer(llm_model(item["question"], exp_config)), "A", 3
""",
    "a conditional expression": """\
def solve(question, options, exp_config):
    answer = "D" if "snail" in question.lower() else extract_answer(llm_model(question, exp_config))
    return answer, "A", 3
""",
    "a pattern in the question": """\
import re
def solve(question, options, exp_config):
    if re.search(r"doubles every day", question):
        return "D", "A", 3
    return extract_answer(llm_model(question, exp_config)), "A", 3
""",
    "a hash of the question": """\
def solve(question, options, exp_config):
    if hash(question) == 12345:
        return "C", "A", 3
    return extract_answer(llm_model(question, exp_config)), "A", 3
""",
    "an option of a known text": """\
def solve(question, options, exp_config):
    target = "Carbon dioxide"
    ids = [o["id"] for o in options if target.lower() in o["text"].lower()]
    if ids:
        return ids[0], "A", 3
    return extract_answer(llm_model(question, exp_config)), "A", 3
""",
    "a list by number": """\
KEY = ["A", "C", "B", "B"]
def solve(item, exp_config):
    number = int(item["item_id"].split("-")[1])
    r = llm_model(item["question"], exp_config)
    return KEY[number], "A", 3
""",
    "a key that knows a word": """\
def solve(question, options, exp_config):
    best = max(options, key=lambda o: "carbon" in o["text"].lower())
    llm_model(question, exp_config)
    return best["id"], "A", 3
""",
    "a helper with a chain of tests": """\
def lookup(q):
    if "snail" in q:
        return "D"
    if "clock" in q:
        return "B"
    return None
def solve(question, options, exp_config):
    r = llm_model(question, exp_config)
    return lookup(question) or extract_answer(r), "A", 3
""",
    "a table for failed calls": """\
def solve(question, options, exp_config):
    try:
        a = extract_answer(llm_model(question, exp_config))
    except Exception:
        a = {"snail": "D", "clock": "B"}.get(question.split()[0], "X")
    return a, "A", 3
""",
    "a bias that the question chose, used where nothing was extracted": """\
def solve(item):
    bias = "B" if "doubles" in item["question"] else None
    a = extract_answer(llm_model(item["question"], {}))
    if a == "X" and bias:
        return bias, "D", 3
    return a if a != "X" else "X", "D", 3
""",
    "a default that a match on the question chose": """\
def solve(question, options):
    default = "X"
    match question.split():
        case ["What", *_]:
            default = "B"
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else default, "D", 3
""",
    "a default by statement": """\
def solve(question, options):
    if "doubles" in question:
        default = "B"
    else:
        default = "C"
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else default, "D", 3
""",
    "tie of flags": """\
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    if a == "X":
        return "A" if "not" in question else "B", "D", 3
    return a, "D", 3
""",
    "a unit that the program knows": """\
def solve(question, options):
    llm_model(question, {})
    for option in options:
        if "joule" in option["text"]:
            return option["id"], "A", 3
    return "X", "A", 3
""",
    "a number that the program knows": """\
def solve(question, options):
    llm_model(question, {})
    for option in options:
        if option["text"] == "42":
            return option["id"], "A", 3
    return "X", "A", 3
""",
}

CLEAN = {
    "a style by topic": """\
def solve(question, options, exp_config):
    style = {"physics": "Use units.", "logic": "Be careful."}
    topic = "physics" if "force" in question else "logic"
    r = llm_model(style[topic] + question, exp_config)
    return extract_answer(r), "A", 3
""",
    "a letter by the number in the reply": """\
def solve(question, options, exp_config):
    letters = [o["id"] for o in options]
    r = llm_model(question, exp_config)
    m = {str(i + 1): l for i, l in enumerate(letters)}
    return m.get(r.strip()[:1], "X"), "A", 3
""",
    "a yes or no for two options": """\
def solve(question, options, exp_config):
    if len(options) == 2:
        r = llm_model(question + " yes or no?", exp_config)
        return ("A" if r.lower().startswith("yes") else "B"), "A", 3
    return extract_answer(llm_model(question, exp_config)), "A", 3
""",
    "an option that the reply names asks again": """\
def solve(question, options, exp_config):
    r = extract_answer(llm_model(question, exp_config))
    texts = {o["id"]: o["text"] for o in options}
    if "all of the above" in texts.get(r, "").lower():
        r = extract_answer(llm_model(question + " again", exp_config))
    return r, "A", 3
""",
    "an option that a rating chose": """\
def solve(question, options):
    best, top = "X", -1
    for o in options[:3]:
        rating = llm_model(question + o["text"], {}).count("yes")
        if rating > top:
            best, top = o["id"], rating
    return best, "D", 3
""",
    "what is left after elimination": """\
def solve(question, options):
    bad = extract_answer(llm_model("Which is wrong? " + question, {}))
    left = [o["id"] for o in options if o["id"] != bad]
    a = extract_answer(llm_model(question + str(left), {}))
    return a if a in left else "X", "D", 3
""",
    "the other of two options where the first is denied": """\
def solve(question, options):
    reply = llm_model("Is it the first? " + question, {})
    if "yes" in reply.lower():
        return options[0]["id"], "D", 3
    return options[1]["id"], "D", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR206"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
