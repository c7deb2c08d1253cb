def solve_two_passes(question, options, exp_config):
    pros = {o["id"]: llm_model(f"{question}\nWhat speaks for {o['text']}?", exp_config) for o in options}
    scores = {}
    for option in options:
        verdict = llm_model(f"{question}\n{option['text']}: {pros[option['id']]}\nstrong or weak?", exp_config)
        scores[option["id"]] = verdict.lower().count("strong")
    return max(scores, key=scores.get), "C", 3
