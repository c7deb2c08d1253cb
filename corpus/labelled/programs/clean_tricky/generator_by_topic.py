def solve_topic_guess(question, options, exp_config):
    guess = "A" if "not" in question else "C"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", guess, 2
