def solve_chain(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    idea = llm_model(f"Name an idea about: {question}", exp_config)
    story = llm_model(f"Tell a story about {idea}", exp_config)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
