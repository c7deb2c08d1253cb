def solve_leak(question, options, exp_config):
    gen_answer = "C"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{rows}\nAn expert chose {gen_answer}. Your letter:"
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", gen_answer, 2
