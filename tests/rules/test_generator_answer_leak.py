"""How the generator's answer gets into a prompt, in many styles, and what only looks so."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "a dumped dictionary": """\
GEN = {"answer": "B", "difficulty": 3}
import json
def solve(question, options, exp_config):
    r = llm_model(question + json.dumps(GEN), exp_config)
    return extract_answer(r), GEN["answer"], GEN["difficulty"]
""",
    "a letter made by chr, after a reply": """\
def solve(question, options, exp_config):
    gen = chr(66)
    first = llm_model(question, exp_config)
    r = llm_model(first + "\\nThe key says " + gen, exp_config)
    return extract_answer(r), gen, 2
""",
    "the default of a dataclass's field": """\
from dataclasses import dataclass
@dataclass
class Debate:
    question: str
    reference: str = "C"
    def ask(self, cfg):
        return extract_answer(llm_model(f"{self.question} Side with {self.reference}.", cfg))
def solve(question, options, exp_config):
    debate = Debate(question)
    return debate.ask(exp_config), debate.reference, 3
""",
    "the default of a named tuple's field": """\
from typing import NamedTuple
class Debate(NamedTuple):
    question: str
    reference: str = "C"
def solve(question, options, exp_config):
    debate = Debate(question)
    r = llm_model(f"{debate.question} Side with {debate.reference}.", exp_config)
    return extract_answer(r), debate.reference, 3
""",
    "a default that a factory makes": """\
from dataclasses import dataclass, field
@dataclass
class Debate:
    question: str
    reference: str = field(default_factory=lambda: "C")
def solve(question, options, exp_config):
    debate = Debate(question)
    r = llm_model(f"{debate.question} Side with {debate.reference}.", exp_config)
    return extract_answer(r), debate.reference, 3
""",
    "the configuration of a call": """\
def solve(question, options, exp_config):
    genLLM_answer = "B"
    exp_config["hint"] = genLLM_answer
    r = llm_model(question, exp_config)
    return extract_answer(r), genLLM_answer, 2
""",
    "the text of the option": """\
def solve(question, options, exp_config):
    genLLM_answer = "B"
    texts = {o["id"]: o["text"] for o in options}
    r = llm_model(f"{question} Verify the claim: {texts[genLLM_answer]}", exp_config)
    return extract_answer(r), genLLM_answer, 2
""",
    "a template filled from locals": """\
TEMPLATE = "{question}\\nReference: {gen}\\n"
def solve(question, options, exp_config):
    gen = "B"
    r = llm_model(TEMPLATE.format(**locals()), exp_config)
    return extract_answer(r), gen, 2
""",
    "a list of messages": """\
def solve(question, options, exp_config):
    gen = "B"
    messages = [{"role": "system", "content": "x"}]
    messages.append({"role": "user", "content": f"{question} ({gen}?)"})
    r = llm_model(messages, exp_config)
    return extract_answer(r), gen, 2
""",
    "a closure": """\
def solve(question, options, exp_config):
    gen = "B"
    def ask(p):
        return llm_model(p + " We believe " + gen, exp_config)
    return extract_answer(ask(question)), gen, 2
""",
    "percent formatting": """\
def solve(question, options, exp_config):
    gen = "B"
    r = llm_model("%s Hint: %s" % (question, gen), exp_config)
    return extract_answer(r), gen, 2
""",
    "a helper that returns it": """\
def guess():
    return "C"
def solve(question, options, exp_config):
    r = llm_model(question + " maybe " + guess(), exp_config)
    return extract_answer(r), guess(), 2
""",
    "a field of a dataclass": """\
from dataclasses import dataclass
@dataclass
class Key:
    answer: str = "B"
    difficulty: int = 2
def solve(question, options, exp_config):
    key = Key()
    r = llm_model(f"{question}\\n(key: {key.answer})", exp_config)
    return extract_answer(r), key.answer, key.difficulty
""",
    "one of several joined lines": """\
def solve(question, options, exp_config):
    gen, diff = "B", 4
    p = "\\n".join([question, "Our pick:", gen])
    return extract_answer(llm_model(p, exp_config)), gen, diff
""",
    "a mark beside one option": """\
def solve(question, options, exp_config):
    gen = "B"
    for o in options:
        mark = "*" if o["id"] == gen else ""
        question += f"\\n{o['id']}{mark} {o['text']}"
    return extract_answer(llm_model(question, exp_config)), gen, 3
""",
    "the favoured option first": """\
def solve(question, options):
    mine = "D"
    ordered = sorted(options, key=lambda o: o["id"] != mine)
    a = extract_answer(llm_model(question + str(ordered), {}))
    return a if a != "X" else "X", mine, 3
""",
    "the text of the favoured option by a loop": """\
def solve(question, options):
    mine = "D"
    favourite = ""
    for o in options:
        if o["id"] == mine:
            favourite = o["text"]
    a = extract_answer(llm_model(question + " A colleague likes: " + favourite, {}))
    return a if a != "X" else "X", mine, 3
""",
    "the favoured option by max": """\
def solve(question, options):
    mine = "D"
    first = max(options, key=lambda o: o["id"] == mine)
    a = extract_answer(llm_model(question + first["text"], {}))
    return a if a != "X" else "X", mine, 3
""",
    "the favoured option by filter": """\
def solve(question, options):
    mine = "D"
    rest = list(filter(lambda o: o["id"] != mine, options))
    a = extract_answer(llm_model(question + " Not likely: " + str(rest), {}))
    return a if a != "X" else "X", mine, 3
""",
    "the favoured option by sort": """\
def solve(question, options):
    mine = "D"
    rows = list(options)
    rows.sort(key=lambda o: 0 if o["id"] == mine else 1)
    a = extract_answer(llm_model(question + str(rows), {}))
    return a if a != "X" else "X", mine, 3
""",
    "the favoured option by next": """\
def solve(question, options):
    mine = "D"
    text = next(o["text"] for o in options if o["id"] == mine)
    a = extract_answer(llm_model(question + " Consider: " + text, {}))
    return a if a != "X" else "X", mine, 3
""",
}

CLEAN = {
    "each of the listed letters": """\
def solve(question, options, exp_config):
    letters = ["A", "B", "C", "D"]
    votes = []
    for l in letters:
        if "yes" in llm_model(f"{question} Is {l} right?", exp_config):
            votes.append(l)
    gen = "B"
    return (votes[0] if votes else "X"), gen, 3
""",
    "compared with a reply": """\
def solve(question, options, exp_config):
    gen = "B"
    a = extract_answer(llm_model(question, exp_config))
    b = extract_answer(llm_model(question + " again", exp_config))
    if a != gen:
        a = b
    return a, gen, 3
""",
    "a variable that held it before": """\
def solve(question, options, exp_config):
    answer = "B"
    gen = answer
    answer = extract_answer(llm_model(question, exp_config))
    check = extract_answer(llm_model(f"{question} Proposed: {answer}.", exp_config))
    return check, gen, 3
""",
    "a channel that a reply fills": """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    b = extract_answer(llm_model(f"{question} someone says {a}", exp_config))
    return b, a, 3
""",
    "the difficulty": """\
DIFFICULTY = 3
def solve(question, options, exp_config):
    p = f"{question} (difficulty {DIFFICULTY})"
    return extract_answer(llm_model(p, exp_config)), "B", DIFFICULTY
""",
    "kept in an attribute and returned": """\
class S:
    def __init__(self, q, cfg):
        self.q, self.cfg, self.gen = q, cfg, "B"
    def ask(self):
        return extract_answer(llm_model(self.q, self.cfg))
def solve(question, options, exp_config):
    s = S(question, exp_config)
    return s.ask(), s.gen, 3
""",
    "logged and never sent": """\
def solve(question, options, exp_config):
    gen_answer = "B"
    gen_answer_text = {"A": "x", "B": "y"}[gen_answer]
    a = extract_answer(llm_model(question, exp_config))
    log = f"{gen_answer_text} vs {a}"
    return a, gen_answer, 2 if log else 1
""",
    "sorted by length": """\
def solve(question, options):
    mine = "D"
    ordered = sorted(options, key=lambda o: len(o["text"]))
    a = extract_answer(llm_model(question + str(ordered), {}))
    return a if a != "X" else "X", mine, 3
""",
    "compared after asking": """\
def solve(question, options):
    mine = "D"
    a = extract_answer(llm_model(question, {}))
    difficulty = 3
    if a != mine:
        difficulty = 7
    return a if a != "X" else "X", mine, difficulty
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR204"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
