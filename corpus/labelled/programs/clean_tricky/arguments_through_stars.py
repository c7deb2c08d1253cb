def prompt_for(question, options, style):
    return f"{style} {question}\n{options}"


def solve(question, options, exp_config):
    rest = (options, "Briefly:")
    reply = llm_model(prompt_for(question, *rest), exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
