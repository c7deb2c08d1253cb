async def polish(text):
    return text.strip()


async def ask(prompt, config):
    polish(prompt)
    return llm_model(prompt, config)


def solve_polish(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = ""
    try:
        ask(f"{question}\n{rows}\nLetter:", exp_config).send(None)
    except StopIteration as done:
        reply = done.value
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "E", 2
