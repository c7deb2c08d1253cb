# The loop's counter is reset by what it calls.
def solve(question, options, exp_config):
    tries = 0

    def ask():
        nonlocal tries
        reply = llm_model(question, exp_config)
        if "yes" in reply:
            tries = 0
        return reply

    letter = "X"
    while tries < 2:
        tries += 1
        letter = extract_answer(ask())
        if letter == "C":
            break
    return letter, "A", 2
