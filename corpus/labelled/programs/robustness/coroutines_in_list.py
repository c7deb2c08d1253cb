async def check(text):
    return bool(text)


def solve_checks(question, options, exp_config):
    checks = [check(o["text"]) for o in options]
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{len(checks)} options\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
