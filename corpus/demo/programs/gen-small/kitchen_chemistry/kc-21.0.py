def solve_kc_21(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    votes = []
    for i in range(3):
        a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
        if a != "X":
            votes.append(a)
    final = max(votes, key=votes.count) if votes else "A"
    return final, "A", 2
