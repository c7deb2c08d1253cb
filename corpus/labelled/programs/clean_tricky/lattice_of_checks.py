def affirms(reply):
    return reply.strip().lower().startswith(("yes", "true", "correct"))


def solve_lattice(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    sheet = f"{question}\n{rows}"
    letter = extract_answer(llm_model(f"{sheet}\nLetter:", exp_config))
    must = ("Does it answer the question?", "Is it consistent with the facts?", "Is its scope right?")
    may = ("Is there a counterexample?", "Is another option stronger?")
    passed = all(affirms(llm_model(f"{sheet}\nTake {letter}. {check}", exp_config)) for check in must)
    failed = any(affirms(llm_model(f"{sheet}\nTake {letter}. {check}", exp_config)) for check in may)
    if not passed or failed:
        letter = extract_answer(llm_model(f"{sheet}\n{letter} failed a check. Letter:", exp_config))
    return letter if letter in [o["id"] for o in options] else "X", "D", 4
