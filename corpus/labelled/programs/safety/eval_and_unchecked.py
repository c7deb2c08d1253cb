def solve_calculates(question, options, exp_config):
    formula = llm_model(f"Only a Python expression for: {question}", exp_config)
    value = eval(formula)
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return extract_answer(llm_model(f"{value}\n{menu}\nLetter:", exp_config)), "B", 3
