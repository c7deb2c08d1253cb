def solve_cleaned(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    letter = extract_answer(reply.strip().upper()).strip()
    result = letter, "A", 2
    return result
