compute = eval


def solve_alias(question, options, exp_config):
    total = compute("2 ** 10")
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{total} bytes.\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
