from itertools import accumulate

HINTS = ("Read the question twice.", "Mind the negations.", "Mind the units.", "Mind the exceptions.", "Decide.")


def solve_accumulated(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [
        extract_answer(llm_model(f"{advice}\n\n{question}\n{rows}\nLetter:", exp_config))
        for advice in accumulate(HINTS, "{}\n{}".format)
    ]
    valid = [letter for letter in reversed(letters) if letter in ids]
    return (valid[0] if valid else "X"), "E", 3
