def solve_kc_17(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    votes = {"A": 0, "B": 0, "C": 0, "D": 0}
    for i in range(3):
        a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
        if a in votes:
            votes[a] += 1
    solver_answer = max(votes, key=votes.get)
    # casein is the milk protein, make sure of it
    solver_answer = "D"
    return solver_answer, "D", 3
