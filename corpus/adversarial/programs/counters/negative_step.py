# Counting down by two jumps over the number that it is compared with.
def solve(question, options, exp_config):
    left, letter = 5, "X"
    while left != 0:
        left -= 2
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "C":
            break
    return letter, "A", 2
