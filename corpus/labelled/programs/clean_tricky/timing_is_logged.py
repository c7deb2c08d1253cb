import time


def solve_timed(question, options, exp_config):
    started = time.perf_counter()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    print(f"{time.perf_counter() - started:.1f} s")
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
