def solve_found(question, options, exp_config):
    ids = {o["id"] for o in options}
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for number in range(3):
        letter = extract_answer(llm_model(f"{number} {question}\n{menu}", exp_config))
        if letter in ids:
            best = letter
    return best, "A", 3
