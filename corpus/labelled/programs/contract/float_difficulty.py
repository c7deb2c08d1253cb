def solve_float(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    answer = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    return answer, "C", 2.75
