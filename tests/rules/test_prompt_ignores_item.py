"""Prompts without anything of the item, and prompts that may hold it."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "a plan, and a reply by the plan": """\
def solve():
    plan = llm_model("Think about how to answer the question above.", {})
    a = extract_answer(llm_model(f"Plan: {plan}\\nNow use it and reply with A, B, C or D.", {}))
    return a if a != "X" else "X", "B", 3
""",
    "prompts about nothing": """\
def solve(item, exp_config):
    prompts = ["Think of a letter.", "Are you sure?"]
    replies = [llm_model(p, exp_config) for p in prompts]
    return extract_answer(replies[-1]), "A", 3
""",
    "an object that keeps the question to itself": """\
class Q:
    def __init__(self, question): self.question = question
    def ask(self, cfg): return llm_model("Answer the question with a letter.", cfg)
def solve(question, exp_config):
    return extract_answer(Q(question).ask(exp_config)), "A", 3
""",
    "empty instruction one": """\
def solve():
    a = extract_answer(llm_model("Think about how to answer the question above.", {}))
    return a if a != "X" else "X", "B", 3
""",
    "empty instruction two": """\
def solve():
    a = extract_answer(llm_model("Read the following question and answer it.", {}))
    return a if a != "X" else "X", "B", 3
""",
    "empty instruction three": """\
def solve():
    plan = llm_model("You are an expert. Plan your approach.", {})
    a = extract_answer(llm_model("Pick a letter from A to D. " + plan, {}))
    return a if a != "X" else "X", "B", 3
""",
}

FOUND |= {
    "a docstring says what no prompt does": """\
def solve(exp_config):
    \"\"\"Ask the model thrice.\"\"\"
    return extract_answer(llm_model("Reply with a letter.", exp_config)), "A", 3
""",
    "a setting and a printed text are not questions": """\
def solve(exp_config):
    exp_config["temperature"] = 0.5
    print("Which gas makes dough rise?")
    return extract_answer(llm_model("Reply with a letter.", exp_config)), "A", 3
""",
}

CLEAN = {
    "a question inside a template": """\
def solve(exp_config):
    how = "letter"
    return extract_answer(llm_model(f"Which gas makes dough rise? Reply with a {how}.", exp_config)), "A", 3
""",
    "a question in a table of the program": """\
TASK = {"stem": "Which gas makes dough rise?", "listing": ["A. Oxygen", "B. Carbon dioxide"]}
def solve(exp_config):
    prompt = TASK["stem"] + "\\n".join(TASK["listing"])
    return extract_answer(llm_model(prompt, exp_config)), "A", 3
""",
    "a question that may be given": """\
def solve(exp_config, question=None):
    q = question or "Which gas makes dough rise? A. Oxygen B. CO2"
    return extract_answer(llm_model(q, exp_config)), "A", 3
""",
    "a call without a prompt, which is CGR106": """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model())
    return (a if a != "X" else "X"), "A", 3
""",
    "question carried": """\
def solve():
    a = extract_answer(llm_model("Which gas makes dough rise? A. Oxygen B. Carbon dioxide", {}))
    return a if a != "X" else "X", "B", 3
""",
    "a plan, and a question carried after it": """\
def solve():
    plan = llm_model("Think about how to answer questions on baking.", {})
    a = extract_answer(llm_model(f"Plan: {plan}\\nNow name the gas that makes dough rise: A. Oxygen B. CO2", {}))
    return a if a != "X" else "X", "B", 3
""",
    "question carried as statement": """\
def solve():
    a = extract_answer(llm_model("Complete: the powerhouse of the cell is A. the nucleus B. the mitochondrion", {}))
    return a if a != "X" else "X", "B", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR209"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
