import time


def solve_sleeps(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for wait in (1, 2, 4):
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "B", 2
        time.sleep(wait)
    return "X", "B", 2
