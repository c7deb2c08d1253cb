def solve_while(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter, tries = "X", 0
    while letter not in ids and tries < 4:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nTry {tries}. Letter:", exp_config))
        tries += 1
    return letter if letter in ids else "X", "A", 2
