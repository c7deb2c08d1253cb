def verdict(prompt, config):
    for _ in range(2):
        reply = llm_model(prompt, config).lower()
        if "yes" in reply or "no" in reply:
            return "yes" in reply
    return False


def solve_verdicts(question, options, exp_config):
    accepted = [o["id"] for o in options if verdict(f"{question}\nIs it {o['text']}? yes or no", exp_config)]
    return accepted[0] if len(accepted) == 1 else "X", "C", 3
