def solve_three(question, options, exp_config):
    for option in options[:3]:
        if "yes" in llm_model(f"{question}\nIs it {option['text']}?", exp_config).lower():
            return option["id"], "A", 2
    return "X", "A", 2
