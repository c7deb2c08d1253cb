# `>>=` of a negative number never reaches zero; of a positive one it does.
def solve(question, options, exp_config):
    number, letter = 100, "X"
    while number > 0:
        number >>= 1
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
