def solve_longest(question, options, exp_config):
    comment = llm_model(f"Any thoughts on {question}", exp_config)
    longest = max(options, key=lambda option: len(option["text"]))
    return longest["id"], "A", 2
