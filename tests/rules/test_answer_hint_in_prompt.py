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
    "words of a named list joined": """\
def solve(question, options):
    parts = [question, "Remember:", "the correct option is", "C"]
    a = extract_answer(llm_model(" ".join(parts), {}))
    return a if a != "X" else "X", "D", 3
""",
    "words of a list joined": """\
def solve(question, options):
    a = extract_answer(llm_model(question + " ".join(["The", "correct", "answer", "is", "C"]), {}))
    return a if a != "X" else "X", "D", 3
""",
    "words of a list of the module": """\
HINT = ["The", "correct", "answer", "is", "C"]
def solve(question, options):
    a = extract_answer(llm_model(question + " ".join(HINT), {}))
    return a if a != "X" else "X", "D", 3
""",
    "two lists in a row": """\
def solve(question, options):
    words = ["The", "correct", "answer"] + ["is", chr(67)]
    a = extract_answer(llm_model(question + " ".join(words), {}))
    return a if a != "X" else "X", "D", 3
""",
    "lines of a named list": """\
def solve(question, options):
    lines = [question, "The correct answer is B."]
    a = extract_answer(llm_model("\\n".join(lines), {}))
    return a if a != "X" else "X", "D", 3
""",
    "a template out of a dictionary by a key that is handed in": """\
NOTES = {"plain": "Read every option.", "review": "Reviewers agreed that option {pick} is the correct one."}
def render(kind, question):
    return question + NOTES[kind].format(pick="D")
def solve(question, options):
    a = extract_answer(llm_model(render("review", question), {}))
    return a if a != "X" else "X", "A", 3
""",
    "a list unpacked into another": """\
NOTES = ["It lies on the coast.", "Hint: it is option B."]
def solve(question, options):
    a = extract_answer(llm_model(" ".join([*NOTES, question]), {}))
    return a if a != "X" else "X", "A", 3
""",
    "a template out of a dictionary": """\
NOTES = {"review": "{question} Option {pick} is the correct one.", "plain": "{question}"}
def solve(question, options):
    a = extract_answer(llm_model(NOTES["review"].format(question=question, pick="D"), {}))
    return a if a != "X" else "X", "A", 3
""",
    "a text out of a dictionary": """\
NOTES = {"review": "Option D is the correct one.", "plain": "think"}
def solve(question, options):
    a = extract_answer(llm_model(question + NOTES["review"], {}))
    return a if a != "X" else "X", "A", 3
""",
    "a template out of a list": """\
NOTES = ["{question}", "{question} The correct answer is {pick}."]
def solve(question, options):
    a = extract_answer(llm_model(NOTES[1].format(question=question, pick="D"), {}))
    return a if a != "X" else "X", "A", 3
""",
    "a conclusion that names an option": """\
def solve(question, options):
    a = extract_answer(llm_model(question + "\\nTherefore ultrasound is the first test, which is option C.", {}))
    return a if a != "X" else "X", "D", 3
""",
    "what a background corresponds to": """\
def solve(question, options):
    a = extract_answer(llm_model("Yeast makes gas. This corresponds to option D.\\n" + question, {}))
    return a if a != "X" else "X", "A", 3
""",
    "what remains": """\
def solve(question, options):
    a = extract_answer(llm_model(question + "\\nThe first two are impossible, leaving only option B.", {}))
    return a if a != "X" else "X", "A", 3
""",
    "so the option": """\
def solve(question, options):
    a = extract_answer(llm_model(question + "\\nHeat rises, so option B.", {}))
    return a if a != "X" else "X", "A", 3
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
    "lines that ask for a format": """\
def solve(question, options):
    lines = [question, "Answer with the letter of the correct answer.", "A, B, C or D"]
    a = extract_answer(llm_model("\\n".join(lines), {}))
    return a if a != "X" else "X", "D", 3
""",
    "a template out of a dictionary that names no answer": """\
NOTES = {"review": "{question} Say which option is the correct one: {letters}", "plain": "{question}"}
def solve(question, options):
    a = extract_answer(llm_model(NOTES["review"].format(question=question, letters="A, B, C, D"), {}))
    return a if a != "X" else "X", "A", 3
""",
    "a role that breaks off before an answer": """\
ROLES = ["You are a judge. The answer is", "You are a teacher."]
def solve(question, options):
    votes = [extract_answer(llm_model(role + question, {})) for role in ROLES]
    good = [v for v in votes if v != "X"]
    return good[0] if good else "X", "A", 3
""",
    "letters that are not options": """\
def solve(question, options):
    a = extract_answer(llm_model("Vitamin D and blood group B are terms.\\n" + question, {}))
    return a if a != "X" else "X", "A", 3
""",
    "a question about one option": """\
def solve(question, options):
    a = extract_answer(llm_model(question + "\\nIs this so? Say whether it matches option A or option B better.", {}))
    return a if a != "X" else "X", "A", 3
""",
    "asked to weigh an option": """\
def solve(question, options):
    a = extract_answer(llm_model(question + "\\nSuppose it is option A. What speaks against it?", {}))
    return a if a != "X" else "X", "B", 3
""",
    "a claim in the other of two templates": """\
NOTES = {"plain": "Read every option.", "review": "Reviewers agreed that option D is the correct one."}
def solve(question, options):
    a = extract_answer(llm_model(question + NOTES["plain"], {}))
    return a if a != "X" else "X", "A", 3
""",
    "which is option A in a format": """\
def solve(question, options):
    a = extract_answer(llm_model(question + "\\nFor example, if you choose the first, which is option A, reply A.", {}))
    return a if a != "X" else "X", "B", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR205"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
