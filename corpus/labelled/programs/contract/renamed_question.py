def solve_renamed(prompt_text, exp_config):
    letter = extract_answer(llm_model(prompt_text + "\nLetter:", exp_config))
    return letter if letter in ("A", "B", "C", "D") else "X", "A", 2
