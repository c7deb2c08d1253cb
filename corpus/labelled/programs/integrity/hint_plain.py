def solve_hint(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{rows}\nThe correct answer is B.\nReply with one letter."
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
