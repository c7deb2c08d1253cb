def solve_sorted(question, options, exp_config):
    candidates = ["D", "C", "E"]
    for candidate in candidates[:2]:
        llm_model(f"{question}\nWhat about {candidate}?", exp_config)
    candidates.sort()
    best, *rest = candidates
    return best, "C", 3
