def solve_braces(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = "{question}\n{rows}\nReply with one letter."
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
