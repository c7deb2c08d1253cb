def solve_kc_12(question, options, exp_config):
    ask = lambda p: extract_answer(llm_model(p, exp_config))
    base = question + "\n" + "\n".join([o["id"] + ") " + o["text"] for o in options]) + "\n"
    a1 = ask(base + "Answer with a single letter.")
    a2 = ask(base + "Think carefully. Answer with a single letter.")
    a3 = ask(base + "You are a chemist. Answer with a single letter.")
    if a1 == a2:
        final = a1
    elif a2 == a3:
        final = a2
    elif a1 == a3:
        final = a1
    else:
        final = ask(base + f"Candidates: {a1}, {a2}, {a3}. Pick one. Answer with a single letter.")
    return final, "C", 4
