def solve_branches(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    kind = llm_model(f"Is this about numbers? {question}", exp_config)
    if "yes" in kind.lower():
        return extract_answer(llm_model(f"Calculate. {question}\n{menu}", exp_config)), "B", 3
    else:
        return extract_answer(llm_model(f"Remember. {question}\n{menu}", exp_config)), "B", 3
    return "B", "B", 3
