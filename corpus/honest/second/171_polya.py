"""Polya's four steps, each with the notes of the ones before."""

from itertools import accumulate

STEPS = (
    ("understand", "What is unknown, what is given?"),
    ("plan", "Which related problem or rule can be used?"),
    ("carry out", "Carry the plan out and end with a letter."),
    ("look back", "Check the result. Correct it if needed, and end with the letter."),
)


def solve_polya(question, options, exp_config):
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def advance(notes, step):
        name, instruction = step
        return f"{notes}\n\n[{name}] " + llm_model(
            f"{body}{notes}\n\n[{name}] {instruction}", exp_config
        )

    stages = list(accumulate(STEPS, advance, initial=""))
    valid = {o["id"] for o in options}
    for notes in reversed(stages[1:]):
        letter = extract_answer(notes.rpartition("]")[2])
        if letter in valid:
            return letter, "C", 4
    return "X", "C", 4
