def solve_twice(question, options, exp_config):
    notes = llm_model(f"Think: {question}", exp_config)
    letter = extract_answer(llm_model(f"{notes}\n{question}\nLetter:", exp_config))
    return letter if letter in "ABCD" else "X", "A", 2


def solve_twice(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
