def solve_lambda(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    vote = lambda: extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    settle = lambda letter: letter if letter in ids else settle(vote())
    return settle(vote()), "B", 2
