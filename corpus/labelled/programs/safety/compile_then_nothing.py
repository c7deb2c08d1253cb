def solve_compiles(question, options, exp_config):
    code = llm_model(f"Write a Python expression for: {question}", exp_config)
    try:
        compile(code, "<reply>", "eval")
        note = f"Expression: {code}"
    except (SyntaxError, ValueError):
        note = "No valid expression."
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{note}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
