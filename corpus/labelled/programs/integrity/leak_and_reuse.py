def solve_both(question, options, exp_config):
    own = "B"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nMy view: {own}. Letter:", exp_config))
    return letter if letter != "X" else own, own, 3
