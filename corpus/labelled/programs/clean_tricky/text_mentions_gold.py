def solve_assay(exp_config):
    prompt = (
        "An assay label says 18 carat. What share of the alloy is gold?\n"
        "A. 18 %\nB. 50 %\nC. 75 %\nD. 90 %\n"
        "Only one answer is correct. Do not guess; give the correct letter."
    )
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in ("A", "B", "C", "D") else "X", "C", 1
