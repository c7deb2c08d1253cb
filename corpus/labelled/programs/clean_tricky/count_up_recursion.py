LIMIT = 3


def climb(sheet, config, level=0, notes=()):
    if level == LIMIT:
        return notes
    note = llm_model(f"{sheet}\nNotes: {notes}\nLevel {level}: add a letter and a reason.", config)
    return climb(sheet, config, level + 1, notes + (note,))


def solve_climb(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [extract_answer(note) for note in climb(sheet, exp_config)]
    letters = [letter for letter in letters if letter in {o["id"] for o in options}]
    return (letters[-1] if letters else "X"), "C", 3
