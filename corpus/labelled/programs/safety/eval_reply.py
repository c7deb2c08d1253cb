def solve_eval(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    expression = llm_model(f"Write the calculation as a Python expression: {question}", exp_config)
    try:
        value = eval(expression)
    except (SyntaxError, NameError, TypeError, ValueError, ZeroDivisionError):
        value = "unknown"
    letter = extract_answer(llm_model(f"The value is {value}.\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
