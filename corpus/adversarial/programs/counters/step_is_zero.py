# A step that may be zero.
def solve(question, options, exp_config):
    number, letter = 0, "X"
    while number < 4:
        reply = llm_model(question, exp_config)
        number += len(reply[:1])
        letter = extract_answer(reply)
    return letter, "A", 2
