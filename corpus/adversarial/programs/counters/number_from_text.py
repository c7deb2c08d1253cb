# Numbers read from constant texts.
def solve(question, options, exp_config):
    letter = "X"
    for _ in range(int("0b11", 0) + int("z", 36) - int(" 30 ") + ord("c") - ord("a") + len("é")):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
