"""A numbered argument; the first step that the solver doubts is redone."""

import re


def steps_of(text):
    return re.findall(r"^\s*\d+[.)]\s*(.+)$", text, flags=re.MULTILINE)


def first_doubtful(body, steps, exp_config):
    numbered = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1))
    reply = llm_model(
        f"{body}\n\nArgument:\n{numbered}\n\nNumber of the first wrong step, or 0 if all are right:",
        exp_config,
    )
    found = re.search(r"\d+", reply)
    position = int(found.group()) if found else 0
    return position if 1 <= position <= len(steps) else 0


def solve_numbered(question, options, exp_config):
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    steps = steps_of(
        llm_model(f"{body}\n\nArgue in numbered steps. The last step names the letter.", exp_config)
    )
    for _ in range(2):
        if not steps:
            break
        position = first_doubtful(body, steps, exp_config)
        if position == 0:
            break
        kept = steps[: position - 1]
        shown = "\n".join(f"{n}. {step}" for n, step in enumerate(kept, 1))
        rest = llm_model(
            f"{body}\n\n{shown}\n\nGo on from step {position}, numbered, with the letter last.",
            exp_config,
        )
        steps = kept + steps_of(rest)

    argument = "\n".join(steps)
    letter = extract_answer(llm_model(f"{body}\n\n{argument}\n\nThe letter:", exp_config))
    return (letter if letter in [o["id"] for o in options] else "X"), "A", 5
