def solve_wrong_prompt(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    facts = llm_model(f"Facts for: {question}", exp_config)
    full = f"{facts}\n{question}\n{menu}\nLetter:"
    plain = f"{question}\n{menu}\nLetter:"
    letter = extract_answer(llm_model(plain, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
