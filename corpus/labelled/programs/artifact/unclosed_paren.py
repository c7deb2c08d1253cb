def solve_paren(question, options, exp_config):
    rows = "\n".join(o["id"] + ". " + o["text"] for o in options)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config
    letter = extract_answer(reply)
    return letter, "A", 2
