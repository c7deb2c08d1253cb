# `del` of a name: reading it raises, which is caught.
def solve(question, options, exp_config):
    letter, rounds = "X", 3
    while True:
        try:
            letter = extract_answer(llm_model(question, exp_config))
            rounds -= 1
            if not rounds:
                del rounds
        except NameError:
            break
    return letter, "A", 2
