class Meter:
    def __init__(self):
        self.open = self.closed = 0


def metered(meter, prompt, config):
    meter.open += 1
    try:
        reply = llm_model(prompt, config)
    except TimeoutError:
        raise
    else:
        return reply.strip()
    finally:
        meter.closed += 1


def solve_metered(question, options, exp_config):
    meter = Meter()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(metered(meter, f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in [o["id"] for o in options] and meter.closed < 2:
        letter = extract_answer(metered(meter, f"Letter only!\n{question}\n{rows}", exp_config))
    return letter if letter in [o["id"] for o in options] else "X", "C", 1 + meter.closed
