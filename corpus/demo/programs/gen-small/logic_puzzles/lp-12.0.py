def solve_lp_12(question, options, exp_config):
    same = [x["id"] for x in options if llm_model("Does '" + x["text"] + "' mean the same as 'If it rains, the match is cancelled'? Reply yes or no.", exp_config).lower().startswith("yes")]
    return (same[0] if same else "X"), "B", 5
