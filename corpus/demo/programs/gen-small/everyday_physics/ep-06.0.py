def step(text, exp_config):
    return llm_model(text, exp_config)


def solve_ep_06(question, options, exp_config):
    a = step("What is the formula for average speed? Explain.", exp_config)
    b = step(a + "\nCompute 90 / 1.5 and explain.", exp_config)
    c = step(b + "\n" + question + "\n" + str([(o["id"], o["text"]) for o in options]) + "\nAnswer with a single letter.", exp_config)
    return extract_answer(c), "B", 1
