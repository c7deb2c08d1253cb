VERIFIED = True


def solve_verified(question, options, exp_config):
    letter = extract_answer(llm_model(f"{question}\nLetter:", exp_config))
    return ("A" if VERIFIED else letter), "A", 2
