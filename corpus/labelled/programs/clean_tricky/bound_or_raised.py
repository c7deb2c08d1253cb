def solve_or_raise(question, options, exp_config):
    try:
        first = options[0]["id"]
    except IndexError:
        raise ValueError("no options") from None
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"Options start at {first}.\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
