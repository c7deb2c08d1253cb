def solve_two_alike(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    seen = []
    while True:
        letter = extract_answer(llm_model(f"{len(seen)} {sheet}", exp_config))
        if letter == "X":
            continue
        if letter in seen:
            return letter, "A", 3
        seen.append(letter)
