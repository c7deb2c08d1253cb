def solve_countdown(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    left, letter = 4, "X"
    while left:
        left -= 1
        letter = extract_answer(llm_model(f"{left} left. {sheet}", exp_config))
        if letter == "X":
            continue
        if letter in {o["id"] for o in options}:
            break
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
