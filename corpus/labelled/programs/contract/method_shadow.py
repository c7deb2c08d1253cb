def solve_rebound(question, options, exp_config):
    answers = []
    for llm_model in (lambda prompt, config: "A", lambda prompt, config: "A"):
        answers.append(extract_answer(llm_model(question, exp_config)))
    return answers[0], "C", 2
