PROMPTS = ()


def solve_empty(question, options, exp_config):
    letter = "E"
    for prompt in PROMPTS:
        letter = extract_answer(llm_model(prompt + question, exp_config))
    return letter, "E", 2
