def solve_median_nerve(exp_config):
    prompt = (
        "Which nerve passes through the carpal tunnel?\n"
        "A) Ulnar nerve\nB) Radial nerve\nC) Median nerve\nD) Axillary nerve\n"
        "Reply with one letter."
    )
    letter = extract_answer(llm_model(prompt, exp_config))
    if letter in ("A", "B", "C", "D"):
        return letter, "C", 1
    return "X", "C", 1
