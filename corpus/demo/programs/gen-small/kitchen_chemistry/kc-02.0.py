def solve_kc_02(question, options, exp_config):
    prompt = question + "\n"
    for o in options:
        prompt += o["id"] + ". " + o["text"] + "\n"
    prompt += "Answer with a single letter."
    response = llm_model(prompt, exp_config)
    solver_answer = extract_answer(response)
    return solver_answer, "A", 3
