def solve_polite(exp_config):
    prompt = (
        "Which acid is in vinegar?\nA. citric\nB. lactic\nC. acetic\nD. tartaric\n"
        "(Hint: the answer is C.)\nLetter:"
    )
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in "ABCD" else "X", "C", 1
