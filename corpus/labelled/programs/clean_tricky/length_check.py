def solve_place(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    place = ord(letter) - ord("A")
    if 0 <= place < len(options):
        return letter, "D", 1
    return "X", "D", 1
