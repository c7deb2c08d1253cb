# `//=` gets to 0, or stays at -1.
def solve(question, options, exp_config):
    number, letter = 40, "X"
    while number:
        number //= 3
        letter = extract_answer(llm_model(question, exp_config))
    number = -5
    while number != 0:
        number //= 2
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "C":
            break
    return letter, "A", 2
