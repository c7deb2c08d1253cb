def solve(question, options, exp_config):
    reply = llm_model(question + "\n" + str(options), exp_config)
    letter = extract_answer(reply)
    return ("A", letter)[letter != "X"], "A", 3
