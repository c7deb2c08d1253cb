def solve_ask_marked_option(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{rows}\n\nWhich option is marked with an asterisk? Give its letter."
    letter = extract_answer(llm_model(prompt, exp_config))
    if letter == "X":
        raise ValueError("no letter")
    return letter, "A", 2
