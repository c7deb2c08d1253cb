def solve_ep_15(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    return a, "C", 3


# Improved version with one retry:
def solve_ep_15(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    for wording in ["Answer with a single letter.", "Letter only."]:
        a = extract_answer(llm_model(question + "\n" + o + "\n" + wording, exp_config))
        if a != "X":
            return a, "C", 3
    return "X", "C", 3
