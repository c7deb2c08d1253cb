# Either counter alone may end the loop, and the body moves only one of them.
def solve(question, options, exp_config):
    first, second, letter = 0, 0, "X"
    while first < 2 or second < 3:
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "A" or first == 2:
            second += 1
        else:
            first += 1
        if second > 7:
            break
    return letter, "A", 2
