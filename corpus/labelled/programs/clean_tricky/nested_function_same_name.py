def solve_shadows(question, options, exp_config):
    def solve(instruction):
        return llm_model(f"{question}\n{menu}\n{instruction}", exp_config)

    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    sketch = solve("Sketch the argument.")
    letter = extract_answer(solve(f"Sketch: {sketch}. Conclude with a letter."))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
