def solve_any(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    doubtful = any("unsure" in llm_model(f"{question}\n{o['text']}: sure or unsure?", exp_config).lower() for o in options)
    manner = "Think slowly." if doubtful else "Be brief."
    letter = extract_answer(llm_model(f"{manner}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
