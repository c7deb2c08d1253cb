# A list that holds itself.
def solve(question, options, exp_config):
    ring, letter, rounds = ["a", "b"], "X", 0
    ring.append(ring)
    here = ring
    while rounds < 3:
        for one in here:
            if one is ring:
                here = one
                rounds += 1
            else:
                letter = extract_answer(llm_model(one + question, exp_config))
    return letter, "A", 2
