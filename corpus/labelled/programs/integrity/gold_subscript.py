def solve_gold(item, exp_config):
    reply = llm_model(item["question"], exp_config)
    return item["correct_ans"], "A", 2
