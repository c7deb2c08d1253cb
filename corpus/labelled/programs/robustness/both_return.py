def solve_both_return(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter in {o["id"] for o in options}:
        return letter, "B", 3
    else:
        return "X", "B", 3
    return "A", "B", 3
