"""The scaffolds of the simulated package: sixteen ways to ask a solver, each for five letters of the generator.

A scaffold knows nothing of its item but what it is given, so that items share its text: 80 texts serve all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["DIFFICULTY", "LETTERS", "SCAFFOLDS", "answers_with_own_letter", "scaffold_text"]

LETTERS = "ABCDE"
DIFFICULTY = MappingProxyType({"A": 2, "B": 3, "C": 4, "D": 6, "E": 8})

_HEAD = """\
def solve(question, options, exp_config):
    listing = "\\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\\n{listing}\\nReply with a single letter."
"""

_BODIES: Mapping[str, str] = MappingProxyType(
    {
        "vote": """\
from collections import Counter


{head}    letters = [extract_answer(llm_model(prompt, exp_config)) for _ in range(3)]
    named = [letter for letter in letters if letter != "X"] or letters
    return Counter(named).most_common(1)[0][0], {generator}
""",
        "decompose": """\
{head}    facts = llm_model(f"{question}\\nList what is known, one fact to a line.", exp_config)
    first = facts.splitlines()[0].strip().split(" ", 1)[1]
    draft = llm_model(f"Known: {first}\\n{prompt}", exp_config)
    answer = extract_answer(llm_model(f"Draft: {draft}\\nCheck it against the options.\\n{prompt}", exp_config))
    if answer == "X":
        answer = extract_answer(draft)
    return answer, {generator}
""",
        "eliminate": """\
{head}    kept = []
    for option in options:
        reply = llm_model(f"{prompt}\\nCould it be {option['text']}? Reply with its letter if so.", exp_config)
        if extract_answer(reply) == option["id"]:
            kept.append(option["id"])
    if len(kept) == 1:
        return kept[0], {generator}
    return extract_answer(llm_model(prompt, exp_config)), {generator}
""",
        "knock_out": """\
{head}    leader = options[0]
    for rival in options[1:3]:
        duel = f"{question}\\n{leader['id']}. {leader['text']}\\n{rival['id']}. {rival['text']}\\nWhich one?"
        if extract_answer(llm_model(duel, exp_config)) == rival["id"]:
            leader = rival
    final = extract_answer(llm_model(f"{prompt}\\nThe first three were led by: {leader['text']}", exp_config))
    return final, {generator}
""",
        "jury": """\
from collections import defaultdict

JURORS = (("a teacher", 2), ("an engineer", 3), ("a librarian", 2), ("a sceptic", 1))


{head}    weights = defaultdict(int)
    for juror, weight in JURORS:
        letter = extract_answer(llm_model(f"You are {juror}. {prompt}", exp_config))
        if letter != "X":
            weights[letter] += weight
    if not weights:
        return extract_answer(llm_model(prompt, exp_config)), {generator}
    return max(weights, key=weights.get), {generator}
""",
        "literal_fallback": """\
{head}    answer = extract_answer(llm_model(prompt, exp_config))
    if answer not in [option["id"] for option in options]:
        return "A", {generator}
    return answer, {generator}
""",
        "generator_fallback": """\
{head}    generator_answer = "{letter}"
    answer = extract_answer(llm_model(prompt, exp_config))
    if answer == "X":
        answer = generator_answer
    return answer, generator_answer, {difficulty}
""",
        "literal_answer": """\
{head}    reasoning = llm_model(f"Explain.\\n{prompt}", exp_config)
    answer = "{letter}"
    if not reasoning:
        raise ValueError("nothing was explained")
    return answer, {generator}
""",
        "leak": """\
{head}    generator_answer = "{letter}"
    hint = f"An expert chose {generator_answer}. Decide whether the expert is right."
    answer = extract_answer(llm_model(f"{hint}\\n{prompt}", exp_config))
    return answer, generator_answer, {difficulty}
""",
        "unbounded_loop": """\
{head}    previous = None
    while True:
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter == previous and letter != "X":
            return letter, {generator}
        previous = letter
""",
        "answer_table": """\
{head}    if "was drawn" in question:
        return "{letter}", {generator}
    return extract_answer(llm_model(prompt, exp_config)), {generator}
""",
        "over_budget": """\
from collections import Counter


{head}    letters = Counter()
    for number in range(12):
        letters[extract_answer(llm_model(f"Attempt {number + 1}.\\n{prompt}", exp_config))] += 1
    return letters.most_common(1)[0][0], {generator}
""",
        "gold_access": """\
{item_head}    answer = extract_answer(llm_model(prompt, exp_config))
    return item.get("correct_ans") or answer, {generator}
""",
        "forbidden_import": """\
import subprocess


{head}    subprocess.run(["echo", question], check=False)
    return extract_answer(llm_model(prompt, exp_config)), {generator}
""",
        "file_access": """\
{head}    reply = llm_model(prompt, exp_config)
    with open("replies.txt", "a") as log:
        log.write(reply)
    return extract_answer(reply), {generator}
""",
        "syntax_error": """\
{head}    reply = llm_model(prompt, exp_config
    return extract_answer(reply), {generator}
""",
    }
)
SCAFFOLDS: tuple[str, ...] = tuple(_BODIES)
"""The names of the ways to ask."""


def scaffold_text(name: str, letter: str) -> str:
    """The text of a scaffold whose generator's own answer is this letter."""
    difficulty = str(DIFFICULTY[letter])
    replaced = {
        "{item_head}": _HEAD.replace("solve(", "solve(item, "),
        "{head}": _HEAD,
        "{generator}": f'"{letter}", {difficulty}',
        "{letter}": letter,
        "{difficulty}": difficulty,
    }
    text = _BODIES[name]
    for field, value in replaced.items():
        text = text.replace(field, value)
    return text


def answers_with_own_letter(name: str) -> bool:
    """Whether the generator's letter can reach the answer; elsewhere it is only handed back beside it."""
    return "{letter}" in _BODIES[name]
