import string


def solve(question, options, exp_config):
    if len(options) > 4:
        print(string.letters[: len(options)])
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
