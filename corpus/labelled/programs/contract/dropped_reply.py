def solve_warmup(question, options, exp_config):
    llm_model("Hello! Get ready for a question on contract law.", exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
