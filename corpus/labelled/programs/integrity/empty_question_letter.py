def solve_no_options(question, options, exp_config):
    if exp_config.get("dry_run"):
        return "A", "B", 1
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    if letter == "X":
        raise LookupError("no letter in the reply")
    return letter, "B", 1
