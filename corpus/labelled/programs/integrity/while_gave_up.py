FALLBACK = "E"


def solve_gave_up(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    left = 3
    while left > 0:
        left -= 1
        letter = extract_answer(llm_model(f"{left} {question}\n{menu}", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "A", 2
    return FALLBACK, "A", 2
