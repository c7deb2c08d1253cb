def solve_lp_02(exp_config):
    q = "Which number continues 2, 6, 12, 20, 30?"
    o = "A. 36\nB. 38\nC. 40\nD. 42"
    diff = llm_model("What are the differences between neighbours in 2, 6, 12, 20, 30? Explain.", exp_config)
    nxt = llm_model("Differences: " + diff + "\nWhat is the next difference? Explain.", exp_config)
    return extract_answer(llm_model(nxt + "\n" + q + "\n" + o + "\nAnswer with a single letter.", exp_config)), "D", 3
