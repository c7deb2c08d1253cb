# What is left when the reply's letter is removed.
def solve(question, options, exp_config):
    left = ["A", "B"]
    letter = extract_answer(llm_model(question, exp_config))
    if letter in left:
        left.remove(letter)
    return left[0], "A", 2
