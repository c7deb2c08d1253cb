def solve_quotes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    draft = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    prompt = f"{question}\n{rows}\nSomeone says the correct answer is {draft}. Give the letter you would choose."
    letter = extract_answer(llm_model(prompt, exp_config))
    ids = {o["id"] for o in options}
    if letter in ids:
        return letter, "D", 3
    return (draft if draft in ids else "X"), "D", 3
