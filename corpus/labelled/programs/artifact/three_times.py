def answer_item(question, options, exp_config):
    return extract_answer(llm_model(question, exp_config)), "B", 2


def answer_item(question, options, exp_config):
    return extract_answer(llm_model("Careful: " + question, exp_config)), "B", 2


def answer_item(question, options, exp_config):
    llm_model(question, exp_config)
    return "D", "B", 2
