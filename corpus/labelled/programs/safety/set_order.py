def solve_set(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = {extract_answer(llm_model(f"{tone}: {question}\n{rows}\nLetter:", exp_config)) for tone in ("a", "b", "c")}
    cast.discard("X")
    return list(cast)[0] if cast else "X", "D", 2
