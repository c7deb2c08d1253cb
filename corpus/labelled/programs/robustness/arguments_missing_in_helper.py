def prompt_for(question, options, style):
    return f"{style} {question}\n{options}"


def solve(question, options, exp_config):
    if len(options) > 4:
        print(prompt_for(question, options))
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
