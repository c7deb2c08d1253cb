def solve_ep_11(question, options, exp_config):
    score = {}
    for x in options:
        score[x["id"]] = 0
        for k in range(3):
            r = llm_model(question + "\nIs it: " + x["text"] + "? Reply yes or no.", exp_config)
            if r.lower().startswith("yes"):
                score[x["id"]] += 1
    best = max(score, key=score.get)
    return best, "A", 1
