"""The solver writes a checklist for good answers, then holds every option against it."""

import re


def ticks(reply):
    return len(re.findall(r"\b(?:yes|true|met)\b", reply, re.IGNORECASE))


def solve_checklist(question, options, exp_config):
    checklist = llm_model(
        f"{question}\n\nWrite three yes/no tests that the right answer must pass. Do not answer the question.",
        exp_config,
    )
    scores = []
    for option in options:
        reply = llm_model(
            f"Tests:\n{checklist}\n\nQuestion: {question}\nCandidate: {option['text']}\n\nFor each test: yes or no.",
            exp_config,
        )
        scores.append((ticks(reply), option))

    most = max(score for score, _ in scores)
    shortlist = [option for score, option in scores if score == most]
    if len(shortlist) == 1:
        return shortlist[0]["id"], "B", 5
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in shortlist)
    for _ in range(2):
        letter = extract_answer(llm_model(f"{question}\n{listing}\n\nLetter:", exp_config))
        if letter in [option["id"] for option in shortlist]:
            return letter, "B", 5
    return "X", "B", 5
