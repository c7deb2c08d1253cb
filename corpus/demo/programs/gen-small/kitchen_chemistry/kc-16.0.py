def solve_kc_16(question, options, exp_config):
    text = "\n".join(o["id"] + ". " + o["text"] for o in options)
    tries = 0
    ans = "X"
    while ans == "X" and tries < 3:
        ans = extract_answer(llm_model(question + "\n" + text + "\nAnswer with a single letter.", exp_config))
        tries += 1
    return ans, "A", 4
