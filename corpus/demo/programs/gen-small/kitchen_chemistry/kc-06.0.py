def solve_kc_06(exp_config={}):
    q = "Which acid gives lemon juice most of its sourness?"
    o = "A) Acetic acid\nB) Lactic acid\nC) Tartaric acid\nD) Citric acid\nE) Formic acid"
    think = llm_model(q + "\nExplain what you know about lemons.", exp_config)
    final = llm_model(think + "\n" + q + "\n" + o + "\nSo which one? Answer with a single letter.", exp_config)
    ans = extract_answer(final)
    if ans not in ["A", "B", "C", "D", "E"]:
        ans = "X"
    return (ans, "D", 1)
