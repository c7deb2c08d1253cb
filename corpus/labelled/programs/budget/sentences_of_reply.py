def solve_sentences(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    essay = llm_model(f"Write what you know about: {question}", exp_config)
    checks = [llm_model(f"True or false: {sentence}", exp_config) for sentence in essay.split("\n")]
    letter = extract_answer(llm_model("\n".join(checks) + f"\n{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
