def solve_ask_author(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{rows}\n\nWhich letter does the author of the question recommend? Reply with it."
    letter = extract_answer(llm_model(prompt, exp_config))
    if letter == "X":
        raise ValueError("no letter")
    return letter, "A", 2
