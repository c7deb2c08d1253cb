def solve_logged(question, options, exp_config):
    guess = "A"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    print("agree" if letter == guess else "differ")
    return letter if letter in {o["id"] for o in options} else "X", guess, 2
