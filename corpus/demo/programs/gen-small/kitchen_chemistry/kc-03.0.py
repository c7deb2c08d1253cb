def solve_kc_03(question, options, exp_config):
    extract_answer = lambda text: text.strip()[:1].upper()
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    if a not in ["A", "B", "C", "D"]:
        a = "C"
    return a, "C", 3
