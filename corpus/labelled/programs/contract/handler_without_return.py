def solve_handler(question, options, exp_config):
    try:
        rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        return (letter if letter in {o["id"] for o in options} else "X"), "C", 2
    except KeyError as missing:
        print("missing", missing)
