"""Comparisons of the item with literals in many forms, and their neighbours that compare with no literal."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

ASKED = "    a = extract_answer(llm_model(question, exp_config))\n"

TABLES = {
    "any word of a row": """\
RULES = {"B": ("gas", "bubble"), "A": ("acid", "sour")}
def solve(question, options, exp_config):
    for letter, words in RULES.items():
        if any(word in question for word in words):
            return letter, "D", 3
""",
    "texts zipped with letters": """\
TABLE = dict(zip(["gas law", "acid rain"], "BD"))
def solve(question, options, exp_config):
    for key, letter in TABLE.items():
        if key in question:
            return letter, "D", 3
""",
    "patterns with letters": """\
import re
RULES = [(r"\\bgas\\b", "B"), (r"\\bacid\\b", "A")]
def solve(question, options, exp_config):
    for pattern, letter in RULES:
        if re.search(pattern, question):
            return letter, "D", 3
""",
    "compiled patterns with letters": """\
import re
RULES = [(re.compile("gas|air"), "B"), (re.compile("acid"), "A")]
def solve(question, options, exp_config):
    for pattern, letter in RULES:
        if pattern.search(question):
            return letter, "D", 3
""",
    "a compiled pattern": """\
import re
GAS = re.compile("gas|air")
def solve(question, options, exp_config):
    if GAS.search(question) is not None:
        return "B", "D", 3
""",
    "scores counted with a table of words": """\
WORDS = {"A": ["acid"], "B": ["gas", "rise"], "C": ["crust"]}
def solve(question, options, exp_config):
    score = {k: sum(question.count(w) for w in ws) for k, ws in WORDS.items()}
    if max(score.values()) > 0:
        return max(score, key=score.get), "D", 3
""",
    "scores added up in loops": """\
WORDS = {"A": ["acid"], "B": ["gas", "rise"]}
def solve(question, options, exp_config):
    score = {"A": 0, "B": 0}
    for letter in score:
        for word in WORDS[letter]:
            if word in question:
                score[letter] += 1
    if score["A"] > score["B"]:
        return "A", "D", 3
""",
    "a counter of words": """\
def solve(question, options, exp_config):
    met = 0
    for word in ("gas", "air", "bubble"):
        if word in question.lower():
            met += 1
    if met > 1:
        return "B", "D", 3
""",
    "a flag": """\
def solve(question, options, exp_config):
    about_gas = False
    if "gas" in question:
        about_gas = True
    if about_gas:
        return "B", "D", 3
""",
    "a list of tests": """\
CHECKS = [(lambda q: q.startswith("Why"), "A"), (lambda q: "dough" in q, "B")]
def solve(question, options, exp_config):
    known = [letter for check, letter in CHECKS if check(question)]
    if known:
        return known[0], "D", 3
""",
    "a list of functions that test": """\
def is_gas(q):
    return "gas" in q
def is_acid(q):
    return q.endswith("acid?")
def solve(question, options, exp_config):
    for check, letter in [(is_gas, "B"), (is_acid, "A")]:
        if check(question):
            return letter, "D", 3
""",
    "a helper that is given the words": """\
def has(text, words):
    return any(word in text for word in words)
def solve(question, options, exp_config):
    if has(question, ("gas", "air")):
        return "B", "D", 3
""",
    "a set in common": """\
GAS = {"gas", "air", "bubble"}
def solve(question, options, exp_config):
    if GAS & set(question.lower().split()):
        return "B", "D", 3
""",
    "the size of a set in common": """\
GAS = frozenset(["gas", "air", "bubble"])
def solve(question, options, exp_config):
    if len(GAS.intersection(question.lower().split())) >= 1:
        return "B", "D", 3
""",
    "words that are disjoint": """\
def solve(question, options, exp_config):
    if not {"gas", "air"}.isdisjoint(question.split()):
        return "B", "D", 3
""",
    "a mapped method": """\
def solve(question, options, exp_config):
    if any(map(question.startswith, ["Why does", "Which gas"])):
        return "B", "D", 3
""",
    "letters by the place in a list of ids": """\
KNOWN = ["kc-01", "kc-02", "kc-03"]
LETTERS = "BAC"
def solve(item, question, options, exp_config):
    if item["item_id"] in KNOWN:
        return LETTERS[KNOWN.index(item["item_id"])], "D", 3
""",
    "options scored with good words": """\
GOOD = ("carbon", "dioxide", "gas")
def solve(question, options, exp_config):
    best = max(options, key=lambda o: sum(w in o["text"].lower() for w in GOOD))
    if "gas" in question:
        return best["id"], "D", 3
""",
    "an option that a pattern fits": """\
import re
CARBON = re.compile("carbon", re.I)
def solve(question, options, exp_config):
    for o in options:
        if CARBON.search(o["text"]):
            return o["id"], "D", 3
""",
    "two options": """\
def solve(question, options, exp_config):
    if len(options) == 2:
        return "A", "D", 3
""",
    "words near those of the question": """\
import difflib
KNOWN = ["Which gas makes dough rise?", "Which acid is sour?"]
def solve(question, options, exp_config):
    if difflib.get_close_matches(question, KNOWN):
        return "B", "D", 3
""",
}

DERIVED = {
    "an answer that patterns read out of the question": """\
import re
MARKS = [re.compile(r"answer: ([A-D])"), re.compile(r"key=([A-D])")]
def solve(question, options, exp_config):
    for mark in MARKS:
        m = mark.search(question)
        if m:
            return m.group(1), "D", 3
""",
    "words in common": """\
def solve(question, options, exp_config):
    words = set(question.split())
    best = max(options, key=lambda o: len(words & set(o["text"].split())))
    return best["id"], "D", 3
""",
    "a letter by length": """\
def solve(question, options, exp_config):
    return "ABCD"[len(question) % 4], "D", 3
""",
    "the option named in the question": """\
def solve(question, options, exp_config):
    for o in options:
        if o["text"].lower() in question.lower():
            return o["id"], "D", 3
""",
    "counted letters": """\
def solve(question, options, exp_config):
    scores = {}
    for o in options:
        scores[o["id"]] = len(set(o["text"]) & set(question))
    return max(scores, key=scores.get), "D", 3
""",
}

CLEAN = {
    "words of the reply": """\
RULES = {"B": ("gas", "bubble"), "A": ("acid", "sour")}
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    for letter, words in RULES.items():
        if any(word in reply for word in words):
            return letter, "D", 3
""",
    "patterns for the reply": """\
import re
FORMS = [re.compile(r"answer is ([A-D])"), re.compile(r"\\\\b([A-D])\\\\b")]
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    for form in FORMS:
        m = form.search(reply)
        if m:
            return m.group(1), "D", 3
""",
    "a prompt by words of the question": """\
import re
NEGATED = re.compile("not|except", re.I)
def solve(question, options, exp_config):
    note = "Mind the negation." if NEGATED.search(question) else ""
    a = extract_answer(llm_model(note + question, exp_config))
    if any(word in question for word in ("how many", "calculate")):
        a = extract_answer(llm_model("Step by step: " + question, exp_config))
    return a, "D", 3
""",
    "no options": """\
def solve(question, options, exp_config):
    if len(options) == 0:
        return "X", "D", 3
""",
}


def codes(program: str) -> list[str]:
    return integrity_codes(program + ASKED + '    return a, "D", 3\n')


@pytest.mark.parametrize("program", TABLES.values(), ids=TABLES)
def test_an_answer_by_comparison_with_literals_is_a_table_and_nothing_else(program: str) -> None:
    assert codes(program) == ["CGR206"]


@pytest.mark.parametrize("program", DERIVED.values(), ids=DERIVED)
def test_what_no_text_of_the_program_decides_is_derived(program: str) -> None:
    assert codes(program) == ["CGR207"]


@pytest.mark.parametrize("program", CLEAN.values(), ids=CLEAN)
def test_what_replies_or_prompts_take_from_literals_is_neither(program: str) -> None:
    assert codes(program) == []
