"""Long questions are condensed first, short ones are asked as they are."""

import textwrap

LONG = 600


def condense(question, exp_config):
    halves = textwrap.wrap(question, width=max(len(question) // 2 + 1, 1), break_long_words=False)[
        :3
    ]
    notes = [
        llm_model(f"Note the facts in this part of a question:\n{half}", exp_config)
        for half in halves
    ]
    return "\n".join(notes)


def solve_condensed(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    if len(question) > LONG:
        facts = condense(question, exp_config)
        last_sentence = question.rstrip().rsplit(". ", 1)[-1]
        prompt = f"Facts:\n{facts}\n\n{last_sentence}\n{listing}\n\nLetter:"
    else:
        prompt = f"{question}\n{listing}\n\nLetter:"
    for _ in range(3):
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter in ids:
            return letter, "A", 4
    return "X", "A", 4
