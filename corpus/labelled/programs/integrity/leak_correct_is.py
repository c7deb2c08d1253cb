def solve_claims(question, options, exp_config):
    mine = "B"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = question + "\n" + rows + "\nThe correct answer is " + mine + ". Repeat it as one letter."
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", mine, 1
