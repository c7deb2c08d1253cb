def solve_spread(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{k}: {question}\n{rows}\nLetter:", exp_config)) for k in "xyz"]
    kept = [letter for letter in cast if letter != "X"]
    difficulty = min(5, 1 + len(set(kept)))
    return (max(kept, key=kept.count) if kept else "X"), "C", difficulty
