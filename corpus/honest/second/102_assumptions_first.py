"""List hidden assumptions, ask which of them matter, answer with these in view."""

import re

BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*", re.MULTILINE)


def bullets(text, limit):
    lines = [line.strip() for line in BULLET.sub("", text).splitlines()]
    return [line for line in lines if line][:limit]


def solve_assumptions(item, exp_config):
    question = item["question"]
    listing = "\n".join("{id}) {text}".format(**option) for option in item["options"])

    raw = llm_model(
        "Name up to four assumptions that someone must make to answer this question, one per line.\n\n"
        + question,
        exp_config,
    )
    assumptions = bullets(raw, 4)
    if assumptions:
        numbered = "\n".join(
            f"{number}. {text}" for number, text in enumerate(assumptions, start=1)
        )
        comment = llm_model(
            f"{question}\n\nAssumptions:\n{numbered}\n\nWhich of them are safe? Be brief.",
            exp_config,
        )
        context = f"Assumptions:\n{numbered}\nReview of them:\n{comment}"
    else:
        context = "No special assumptions are needed."

    answer = extract_answer(
        llm_model(f"{context}\n\n{question}\n{listing}\n\nLetter of the best option:", exp_config)
    )
    if answer == "X":
        answer = extract_answer(llm_model(f"{question}\n{listing}\n\nLetter only:", exp_config))
    return answer, "A", 5
