def solve_next(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    prompts = (f"{question}\n{rows}\nLetter:", f"{question}\n{rows}\nThink, then the letter:")
    letters = (extract_answer(llm_model(prompt, exp_config)) for prompt in prompts)
    return next((letter for letter in letters if letter in ids), "A"), "B", 2
