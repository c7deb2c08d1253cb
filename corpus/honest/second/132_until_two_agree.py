"""Different prompts in turn until two letters in a row are the same."""

PROMPTS = [
    "{q}\n{o}\n\nLetter:",
    "Read slowly.\n{q}\n{o}\n\nThe letter of the right option is",
    "{q}\n\nBefore you look at the options, think of an answer. Now look:\n{o}\n\nLetter:",
    "A colleague needs a quick reply.\n{q}\n{o}\n\nTell them the letter.",
    "{o}\n\nOne of the above answers this: {q}\n\nWhich letter?",
]


def solve_agree(question, options, exp_config):
    rendered = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    previous = None
    for template in PROMPTS:
        letter = extract_answer(llm_model(template.format(q=question, o=rendered), exp_config))
        if letter not in {o["id"] for o in options}:
            continue
        if letter == previous:
            return letter, "D", 3
        previous = letter
    # No two in a row: the last usable letter, if there was one.
    if previous is None:
        return "X", "D", 3
    return previous, "D", 3
