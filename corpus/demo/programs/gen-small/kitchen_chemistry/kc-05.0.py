def solve_kc_05(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    v = []
    for i in range(12):
        v.append(extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config, temperature=0.9)))
    return max(v, key=v.count), "B", 4
