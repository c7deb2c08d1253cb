async def ask(prompt, config):
    return llm_model(prompt, config)


def run(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    raise RuntimeError("the coroutine did not finish")


def solve_async_inside(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(run(ask(f"{question}\n{rows}\nLetter:", exp_config)))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
