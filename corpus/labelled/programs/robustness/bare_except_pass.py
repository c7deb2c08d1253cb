def solve_pass(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    context = ""
    try:
        context = llm_model(f"Background on: {question}", exp_config)
    except:
        pass
    letter = extract_answer(llm_model(f"{context}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
