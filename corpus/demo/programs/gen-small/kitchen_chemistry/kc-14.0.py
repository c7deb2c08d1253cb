def solve_kc_14(question, options, exp_config):
    yes = {}
    for o in options:
        n = 0
        for k in range(2):
            r = llm_model(f"Is this a chemical change: {o['text']}? Reply yes or no. #{k}", exp_config)
            if r.strip().lower()[:3] == "yes":
                n += 1
        yes[o["id"]] = n
    top = max(yes.values())
    winners = [k for k, v in yes.items() if v == top]
    if len(winners) != 1:
        return "X", "A", 3
    return winners[0], "A", 3
