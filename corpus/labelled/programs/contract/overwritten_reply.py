def solve_overwrite(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"Think about {question}", exp_config)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
