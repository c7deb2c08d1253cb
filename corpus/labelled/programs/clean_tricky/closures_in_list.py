def solve_closures(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    askers = []
    for role in ("teacher", "student", "inspector"):
        askers.append(lambda text, role=role: llm_model(f"[{role}] {text}", exp_config))
    text = sheet
    for asker in askers:
        text = sheet + "\nSo far: " + asker(text)
    letter = extract_answer(text[len(sheet) :])
    return letter if letter in {o["id"] for o in options} else "X", "B", 4
