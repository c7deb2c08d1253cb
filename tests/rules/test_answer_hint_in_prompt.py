"""Texts that tell the solver the answer, and texts that only speak of answers."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "a line in a list": """\
def solve(question, options, exp_config):
    parts = [question]
    parts.append("Remember that the correct answer is C.")
    return extract_answer(llm_model("\\n".join(parts), exp_config)), "C", 3
""",
    "a variable letter": """\
def solve(question, options, exp_config):
    letter = "C"
    p = "{}\\nThe right answer is {}.".format(question, letter)
    return extract_answer(llm_model(p, exp_config)), "C", 3
""",
    "a system message": """\
def solve(question, options, exp_config):
    msgs = [{"role": "system", "content": "You know the answer is D."}, {"role": "user", "content": question}]
    return extract_answer(llm_model(msgs, exp_config)), "D", 3
""",
}

CLEAN = {
    "examples in a loop": """\
def solve(question, options, exp_config):
    shots = [("What is 2+2? A. 3 B. 4", "B"), ("Capital of France? A. Paris B. Rome", "A")]
    p = ""
    for q, a in shots:
        p += f"Q: {q}\\nThe correct answer is {a}.\\n\\n"
    return extract_answer(llm_model(p + question, exp_config)), "D", 3
""",
    "an example in messages": """\
def solve(question, options, exp_config):
    msgs = [
        {"role": "user", "content": "2+2? A. 3 B. 4"},
        {"role": "assistant", "content": "The answer is B."},
        {"role": "user", "content": question},
    ]
    return extract_answer(llm_model(msgs, exp_config)), "D", 3
""",
    "a text that is only printed": """\
def solve(question, options, exp_config):
    note = "The correct answer is B."
    print(note)
    return extract_answer(llm_model(question, exp_config)), "D", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR205"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
