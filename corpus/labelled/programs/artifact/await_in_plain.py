def solve_await(question, options, exp_config):
    reply = await llm_model(question, exp_config)
    return extract_answer(reply), "A", 2
