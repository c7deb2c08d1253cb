def fit(text, size):
    return text.encode("utf-8")[:size].decode("utf-8", errors="ignore")


def solve_fitted(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {fit(o['text'], 400)}" for o in options)
    letter = extract_answer(llm_model(f"{fit(question, 6000)}\n{rows}\nLetter:", exp_config))
    return letter if letter in tuple(o["id"] for o in options) else "X", "B", 2
