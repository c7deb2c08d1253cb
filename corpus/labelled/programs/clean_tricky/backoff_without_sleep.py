class SolverUnavailable(Exception):
    pass


def ask_until(deadline, prompt, config):
    ticks, cost = 0, 1
    last = None
    for _ in range(3):
        ticks += cost
        if ticks > deadline:
            break
        try:
            return llm_model(prompt, config)
        except (TimeoutError, ConnectionError) as error:
            last = error
            cost *= 2
    raise SolverUnavailable("no reply in time") from last


def solve_backoff(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(ask_until(100, f"{question}\n{rows}\nLetter:", exp_config))
    return (letter, "E", 2) if letter in {o["id"] for o in options} else ("X", "E", 2)
