def solve_ep_01(question, options, exp_config):
    colours = ["r", "a", "i", "n", "b", "o", "w"]
    topic = "".join(colours)
    check = extract_answer(llm_model(question + " Answer with a single letter.", exp_config))
    return topic[1].upper(), "A", 2
