def solve_tides(question, options, exp_config):
    width = max(len(o["text"]) for o in options)
    table = "\n".join(f"| {o['id']} | {o['text']:<{width}} |" for o in options)
    letter = extract_answer(llm_model(f"# Question\n{question}\n\n{table}\n\n# Letter\n", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "B", 3
