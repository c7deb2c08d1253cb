# The limit moves away with the counter.
def solve(question, options, exp_config):
    tries, limit, letter = 0, 2, "X"
    while tries < limit:
        tries += 1
        reply = llm_model(question, exp_config)
        letter = extract_answer(reply)
        if "yes" in reply and limit < 6:
            limit += 1
    return letter, "A", 2
