def solve_expected(question, options, exp_config):
    parts = [question]
    parts += [f"{o['id']}. {o['text']}" for o in options]
    parts.append("Expected answer: C")
    parts.append("Your letter:")
    letter = extract_answer(llm_model("\n".join(parts), exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
