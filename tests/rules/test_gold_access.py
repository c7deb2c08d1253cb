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
    "a dictionary made of the item": """\
def solve(item):
    data = dict(item)
    a = extract_answer(llm_model(item["question"] + str(data["answer"]), {}))
    return a if a != "X" else "X", "B", 3
""",
    "a function that the item is spread into": """\
def solve(item):
    def show(question, options, answer=None, **rest):
        return answer
    a = extract_answer(llm_model(item["question"], {}))
    return show(**item) if a == "X" else a, "B", 3
""",
    "the item's own namespace": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    if a == "X":
        a = vars(item)["gold"]
    return a, "B", 3
""",
    "a walk that asks for the key": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    for key, value in item.items():
        if key == "answer" and a == "X":
            a = value
    return a, "B", 3
""",
    "a walk that asks how the key begins": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    for key, value in item.items():
        if key.lower().startswith("answer") and a == "X":
            a = value
    return a, "B", 3
""",
    "a copy by way of JSON": """\
import json
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    data = json.loads(json.dumps(item))
    return a if a != "X" else data["answer"], "B", 3
""",
    "a deep copy": """\
import copy
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    data = copy.deepcopy(item)
    return a if a != "X" else data.get("gold"), "B", 3
""",
    "a pattern with a guard": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    match item:
        case {"answer": gold} if a == "X":
            return gold, "B", 3
    return a, "B", 3
""",
    "the rest of a pattern": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    match item:
        case {"question": q, **rest} if a == "X":
            return rest["answer"], "B", 3
    return a, "B", 3
""",
    "several fields at once": """\
from operator import itemgetter
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    question, gold = itemgetter("question", "answer")(item)
    return a if a != "X" else gold, "B", 3
""",
    "an attribute getter of the module": """\
from operator import attrgetter
gold = attrgetter("answer")
def solve(item):
    a = extract_answer(llm_model(item.question, {}))
    return a if a != "X" else gold(item), "B", 3
""",
    "a namespace of the item": """\
from types import SimpleNamespace
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    box = SimpleNamespace(**item)
    return a if a != "X" else box.answer, "B", 3
""",
    "a data class of the item": """\
from dataclasses import dataclass
@dataclass
class Item:
    question: str
    options: list
    answer: str
def solve(item):
    it = Item(**item)
    a = extract_answer(llm_model(it.question, {}))
    return a if a != "X" else it.answer, "B", 3
""",
    "a copy by comprehension": """\
def solve(item):
    data = {k: v for k, v in item.items()}
    a = extract_answer(llm_model(item["question"], {}))
    return a if a != "X" else data["answer"], "B", 3
""",
    "a merged copy": """\
def solve(item):
    data = {**item, "seen": True}
    a = extract_answer(llm_model(item["question"], {}))
    return a if a != "X" else data["answer"], "B", 3
""",
    "popped out of a copy": """\
def solve(item):
    data = item.copy()
    a = extract_answer(llm_model(item["question"], {}))
    return a if a != "X" else data.pop("answer"), "B", 3
""",
    "the option that is marked": """\
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else next(o["id"] for o in options if o["correct"]), "B", 3
""",
    "an attribute that is only printed": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    print(getattr(item, "gold", None))
    return a if a != "X" else "X", "B", 3
""",
    "a getter mapped over names": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    question, gold = map(item.get, ("question", "answer"))
    return a if a != "X" else gold, "B", 3
""",
    "a comprehension over names": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    values = [item[k] for k in ("gold", "answer") if k in item]
    return a if a != "X" else values[0], "B", 3
""",
    "a name that is put together": """\
KEY = "".join(["ans", "wer"])
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    return a if a != "X" else item[KEY], "B", 3
""",
    "a read that may fail": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    try:
        gold = item["answer"]
    except KeyError:
        gold = "X"
    return a if a != "X" else gold, "B", 3
""",
    "a read in a test": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    if a == "X" and (gold := item.get("answer")):
        return gold, "B", 3
    return a, "B", 3
""",
    "the item's metadata": """\
def solve(item):
    meta = item.get("metadata", {})
    a = extract_answer(llm_model(item["question"], {}))
    return a if a != "X" else meta.get("answer"), "B", 3
""",
    "a wrapper of the item": """\
class Wrapped:
    def __init__(self, item):
        self.item = item
    def gold(self):
        return self.item["answer"]
def solve(item):
    w = Wrapped(item)
    a = extract_answer(llm_model(item["question"], {}))
    return a if a != "X" else w.gold(), "B", 3
""",
    "an attribute of a namespace by name": """\
from types import SimpleNamespace
def solve(item):
    record = SimpleNamespace(**item)
    a = extract_answer(llm_model(record.question, {}))
    return a if a != "X" else getattr(record, "gold", None), "B", 3
""",
    "a walk that asks for a part of the key": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    for key, value in item.items():
        if "ans" in key.lower() and a == "X":
            a = value
    return a, "B", 3
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
    "an own state": """\
def solve(item):
    state = {"answer": "X"}
    a = extract_answer(llm_model(item["question"], {}))
    if a != "X":
        state["answer"] = a
    return state["answer"], "B", 3
""",
    "an own object": """\
class State:
    def __init__(self):
        self.answer = "X"
def solve(item):
    state = State()
    a = extract_answer(llm_model(item["question"], {}))
    if a != "X":
        state.answer = a
    return state.answer, "B", 3
""",
    "an item without its gold": """\
def solve(item):
    data = {k: v for k, v in item.items() if k not in ("answer", "gold")}
    a = extract_answer(llm_model(str(data), {}))
    return a if a != "X" else "X", "B", 3
""",
    "a copy without its gold": """\
def solve(item):
    data = dict(item)
    data.pop("answer", None)
    a = extract_answer(llm_model(str(data), {}))
    return a if a != "X" else "X", "B", 3
""",
    "an own keyword": """\
def ask(question, answer=""):
    return llm_model(question + answer, {})
def solve(item):
    a = extract_answer(ask(item["question"], answer="one letter"))
    return a if a != "X" else "X", "B", 3
""",
    "an own history": """\
def solve(item):
    history = []
    for _ in range(2):
        a = extract_answer(llm_model(item["question"] + str(history), {}))
        history.append({"answer": a})
    last = history[-1]["answer"]
    return last if last != "X" else "X", "B", 3
""",
    "own votes": """\
from collections import namedtuple
Vote = namedtuple("Vote", "answer weight")
def solve(item):
    votes = [Vote(extract_answer(llm_model(item["question"], {})), i) for i in range(3)]
    good = [v for v in votes if v.answer != "X"]
    return max(good, key=lambda v: v.weight).answer if good else "X", "B", 3
""",
    "a walk that leaves it out": """\
def solve(item):
    lines = []
    for key, value in item.items():
        if key == "answer":
            continue
        lines.append(f"{key}: {value}")
    a = extract_answer(llm_model("\\n".join(lines), {}))
    return a if a != "X" else "X", "B", 3
""",
    "a comprehension that leaves it out": """\
def solve(item):
    shown = {k: v for k, v in item.items() if not k.startswith("answer")}
    a = extract_answer(llm_model(str(shown), {}))
    return a if a != "X" else "X", "B", 3
""",
    "a parameter that only takes it away": """\
def unpack(question, options, gold=None, **rest):
    return question + str(options)
def solve(item):
    a = extract_answer(llm_model(unpack(**item), {}))
    return a if a != "X" else "X", "B", 3
""",
    "own settings spread into a namespace": """\
from types import SimpleNamespace
def solve(item):
    settings = SimpleNamespace(**{"answer": "one letter", "rounds": 2})
    a = extract_answer(llm_model(item["question"] + settings.answer, {}))
    return a if a != "X" else "X", "B", 3
""",
    "own keywords spread into a call": """\
def ask(question, answer="", **rest):
    return llm_model(question + answer, {})
def solve(item):
    a = extract_answer(ask(item["question"], **{"answer": "one letter"}))
    return a if a != "X" else "X", "B", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR208"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
