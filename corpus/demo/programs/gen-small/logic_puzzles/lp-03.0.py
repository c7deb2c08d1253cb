def solve_lp_03(question, options, exp_config):
    try:
        stats = __import__("scipy.stats")
    except ImportError:
        stats = None
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    if a == "X":
        return "C", "C", 1
    return a, "C", 1
