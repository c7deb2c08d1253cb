from itertools import cycle


def solve_cycle(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in "ABCDE":
        return "X", "C", 2
    for option in cycle(options):
        if option["id"] == letter:
            return letter, "C", 2
    return "X", "C", 2
