def solve_lp_20(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    def verify(letter):
        r = llm_model(question + "\n" + o + "\nProposed answer: " + letter + ". Is it right? Reply yes or no.", exp_config)
        return r.lower().startswith("yes")
    letter = "X"
    for i in range(3):
        letter = extract_answer(llm_model(question + "\n" + o + f"\nTry {i}. Answer with a single letter.", exp_config))
        if verify(letter):
            break
    return letter, "C", 2
