def solve_keyword(question, options, exp_config):
    class = "physics"
    reply = llm_model(class + question, exp_config)
    return extract_answer(reply), "D", 2
