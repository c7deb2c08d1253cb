# A counter modulo something returns to where it was.
def solve(question, options, exp_config):
    place, letter = 1, "X"
    while place:
        place = (place + 3) % 8
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
