def solve_flags(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    flag = "negat" in llm_model(f"Is the question negated? {question}", exp_config).lower()
    lines = [question, rows]
    lines += ["Mind the negation."] * flag
    letter = extract_answer(llm_model("\n".join(lines) + "\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
