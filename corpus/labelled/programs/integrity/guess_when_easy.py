def solve(question, options, exp_config):
    guess = "C"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    easy = llm_model(f"{question}\nIs this general knowledge? yes or no", exp_config)
    if "yes" in easy.lower():
        return guess, guess, 2
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", guess, 2
