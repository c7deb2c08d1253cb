def solve_ep_22(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    def get(prompt):
        r = llm_model(prompt, exp_config)
        return extract_answer(r)
    a = get(question + "\n" + o + "\nAnswer with a single letter.")
    if a == "X":
        a = get("Say one letter only.\n" + question + "\n" + o + "\nAnswer with a single letter.")
    return a, "B", 3
