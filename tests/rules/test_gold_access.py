"""Ways to read the gold fields of an item, and fields of the same name that are the program's."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "a filter by an item getter": """\
from operator import itemgetter
def solve(options, exp_config):
    right = list(filter(itemgetter("correct"), options))
    r = extract_answer(llm_model(str(options), exp_config))
    return r, "A", 1 if right else 2
""",
    "a key that is an item getter": """\
from operator import itemgetter
def solve(options, exp_config):
    right = max(options, key=itemgetter("correct"))
    r = extract_answer(llm_model(str(options), exp_config))
    return r, "A", 1 if right["id"] == r else 2
""",
    "an item getter in a variable": """\
from operator import itemgetter
def solve(item, exp_config):
    read = itemgetter("gold")
    r = extract_answer(llm_model(item["question"], exp_config))
    return r, "A", 1 if read(item) == r else 2
""",
    "a copy": """\
def solve(item, exp_config):
    r = llm_model(item["question"], exp_config)
    record = dict(item)
    return record["correct"], "A", 3
""",
    "a template filled from the item": """\
def solve(item, exp_config):
    prompt = "{question} {answer}".format(**item)
    return extract_answer(llm_model(prompt, exp_config)), "A", 3
""",
    "an item getter": """\
from operator import itemgetter
def solve(item, exp_config):
    llm_model(item["question"], exp_config)
    return itemgetter("gold")(item), "A", 3
""",
    "a walk over the entries": """\
def solve(item, exp_config):
    r = llm_model(item["question"], exp_config)
    for k, v in item.items():
        if k == "answer":
            return v, "A", 3
    return extract_answer(r), "A", 3
""",
    "a helper that is told the field": """\
def helper(d, key):
    return d.get(key)
def solve(item, exp_config):
    r = extract_answer(llm_model(item["question"], exp_config))
    g = helper(item, "correct_ans")
    return r, "A", 1 if r == g else 5
""",
    "an option that is marked": """\
def solve(options, exp_config):
    for o in options:
        if o.get("correct"):
            return o["id"], "A", 3
    return extract_answer(llm_model(str(options), exp_config)), "A", 3
""",
    "further arguments": """\
def solve(**kwargs):
    r = llm_model(kwargs["question"], kwargs["exp_config"])
    return kwargs.get("answer", "X"), "A", 3
""",
    "an attribute that may be missing": """\
def solve(item, exp_config):
    try:
        gold = item.answer
    except AttributeError:
        gold = None
    r = extract_answer(llm_model(f"{item['question']}", exp_config))
    return gold or r, "A", 3
""",
    "a nested pattern": """\
def solve(item, exp_config):
    match item:
        case {"metadata": {"answer": a}}:
            return a, "A", 3
    return extract_answer(llm_model(str(item), exp_config)), "A", 3
""",
}

CLEAN = {
    "an own dictionary": """\
def solve(item, exp_config):
    r = llm_model(item["question"], exp_config)
    parsed = {"answer": extract_answer(r), "label": "x"}
    return parsed["answer"], "A", 3
""",
    "own rows": """\
def solve(item, exp_config):
    results = []
    for p in (1, 2):
        reply = llm_model(item["question"] + str(p), exp_config)
        results.append({"answer": extract_answer(reply), "q": item["question"]})
    return results[0]["answer"], "A", 3
""",
    "a group of a match": """\
import re
def solve(question, options, exp_config):
    r = llm_model(question, exp_config)
    m = re.search(r"(?P<answer>[A-D])", r)
    return (m["answer"] if m else "X"), "A", 3
""",
    "a named tuple": """\
from collections import namedtuple
Vote = namedtuple("Vote", "answer weight")
def solve(question, options, exp_config):
    v = Vote(extract_answer(llm_model(question, exp_config)), len(options))
    return v.answer, "A", 3
""",
    "taking the field out": """\
def solve(item, exp_config):
    item.pop("answer", None)
    item["label"] = "x"
    if "answer" in item:
        return "X", "A", 3
    return extract_answer(llm_model(str(item), exp_config)), "A", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR208"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
