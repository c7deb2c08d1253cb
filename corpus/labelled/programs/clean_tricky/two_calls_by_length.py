def solve_by_length(question, options, exp_config):
    stem = question
    if len(question) > 60:
        stem = llm_model(f"Shorten without losing anything: {question}", exp_config)
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{stem}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
