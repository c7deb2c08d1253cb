def pick(text, letters, config):
    letter = extract_answer(llm_model(text, config))
    return letter if letter in letters else None


def solve_or(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = {o["id"] for o in options}
    return pick(f"{question}\n{rows}\nLetter:", letters, exp_config) or "B", "D", 2
