# Numbers by power, shift and bit operations.
def solve(question, options, exp_config):
    letter = "X"
    for _ in range((2**3 | 1) & ~8 ^ 6):
        letter = extract_answer(llm_model(question, exp_config))
    for _ in range((5).bit_length() + (13).bit_count() - (1 << 2)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
