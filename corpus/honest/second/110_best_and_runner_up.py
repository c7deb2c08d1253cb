"""Contrast the favourite with the runner-up and let the solver defend its choice."""


def pick(prompt, allowed, exp_config, tries=2):
    for _ in range(tries):
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter in allowed:
            return letter
    return None


def solve_contrast(question, options, exp_config):
    texts = {o["id"]: o["text"] for o in options}
    listing = "\n".join(f"{k}. {v}" for k, v in texts.items())

    best = pick(f"{question}\n{listing}\n\nBest option (letter):", texts, exp_config)
    if best is None:
        return "X", "B", 5

    rest = {k: v for k, v in texts.items() if k != best}
    rest_listing = "\n".join(f"{k}. {v}" for k, v in rest.items())
    second = pick(f"{question}\n{rest_listing}\n\nBest of these (letter):", rest, exp_config)
    if second is None:
        return best, "B", 5

    contrast = llm_model(
        f"{question}\n\nCompare two candidate answers.\n1: {texts[best]}\n2: {texts[second]}\n"
        "What would have to be true for each of them to be right?",
        exp_config,
    )
    pair = {best: texts[best], second: texts[second]}
    shown = "\n".join(f"{k}. {v}" for k, v in sorted(pair.items()))
    final = pick(
        f"{question}\n{shown}\n\n{contrast}\n\nDecide between the two (letter):", pair, exp_config
    )
    return final or best, "B", 5
