def ask(prompt, exp_config):
    reply = ""
    try:
        reply = llm_model(prompt, exp_config)
    finally:
        return reply


def solve(question, options, exp_config):
    letter = extract_answer(ask(f"{question}\n{options}", exp_config))
    return letter if letter != "X" else "X", "D", 3
