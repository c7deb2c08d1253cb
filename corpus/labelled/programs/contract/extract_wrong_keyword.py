def solve_text_keyword(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nLetter:", exp_config)
    letter = extract_answer(text=reply)
    return letter if letter in {o["id"] for o in options} else "X", "B", 1
