def solve(question, options, exp_config):
    letter = extract_answer(llm_model(f"{question}\n{options}", exp_config))
    if letter == "X":
        letter = extract_answer(llm_model(f"One letter only. {question}\n{options}", exp_config))
    result = (letter if letter in "ABCDE" else "X", "A", 3)
    return result[:2]
