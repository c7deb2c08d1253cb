def solve_after_loop(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for style in ("Be quick.", "Be careful."):
        letter = extract_answer(llm_model(f"{style}\n{question}\n{rows}\nLetter:", exp_config))
        if letter in {o["id"] for o in options}:
            break
    print("settled with", style)
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
