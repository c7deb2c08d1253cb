import time


def solve_clock(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    quick = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    slow = extract_answer(llm_model(f"{question}\n{rows}\nThink first. Letter:", exp_config))
    letter = quick if time.time() % 2 < 1 else slow
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
