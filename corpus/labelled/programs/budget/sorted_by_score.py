def rate(question, option, config):
    digits = [c for c in llm_model(f"{question}\nRate '{option['text']}' from 0 to 9.", config) if c.isdigit()]
    return int(digits[0]) if digits else 0


def solve_rate(question, options, exp_config):
    ranked = sorted(options, key=lambda option: rate(question, option, exp_config))
    return ranked[-1]["id"], "B", 3
