def solve_matrix(question, options, exp_config):
    wins = {o["id"]: 0 for o in options}
    for left in options:
        for right in options:
            reply = llm_model(f"{question}\n1: {left['text']}\n2: {right['text']}\n1 or 2?", exp_config)
            wins[left["id"] if "1" in reply else right["id"]] += 1
    return max(wins, key=wins.get), "A", 4
