def vote(sheet, valid, config):
    for _ in range(2):
        letter = extract_answer(llm_model(sheet, config))
        if letter in valid:
            return letter
    return None


def solve_six(question, options, exp_config):
    valid = {o["id"] for o in options}
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [letter for n in range(6) if (letter := vote(f"{n}\n{sheet}", valid, exp_config)) is not None]
    return (max(letters, key=letters.count) if letters else "X"), "B", 4
