# A local name of the same spelling is counted, not the global that is tested.
TRIES = 0


def count():
    TRIES = 1
    return TRIES


def solve(question, options, exp_config):
    letter = "X"
    while TRIES < 3:
        count()
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "C":
            break
    return letter, "A", 2
