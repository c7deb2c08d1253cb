# What the reply names is removed, if it is there; a counter ends the loop.
def solve(question, options, exp_config):
    left, rounds = [option["id"] for option in options], 0
    while len(left) > 1 and rounds <= len(options):
        letter = extract_answer(llm_model(f"{question} {left}", exp_config))
        if letter in left:
            left.remove(letter)
        rounds += 1
    return left[0], "A", 2
