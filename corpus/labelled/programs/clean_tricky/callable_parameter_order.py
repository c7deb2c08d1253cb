def solve_order(options, exp_config, question):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(exp_config=exp_config, prompt=f"{question}\n{menu}\nLetter:")
    letter = extract_answer(response=reply)
    return letter if letter in {o["id"] for o in options} else "X", "D", 1
