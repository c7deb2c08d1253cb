def solve_sets(question, options, exp_config):
    known = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{mood}. {question}\n{rows}\nLetter:", exp_config)) for mood in ("Slow", "Fast")]
    if len(set(cast)) == 1 and set(cast) <= known:
        return cast[0], "C", 2
    final = extract_answer(llm_model(f"Votes: {cast}. {question}\n{rows}\nLetter:", exp_config))
    return final if final in known else "X", "C", 2
