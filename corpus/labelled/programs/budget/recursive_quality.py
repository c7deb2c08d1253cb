def refine(draft, sheet, config):
    grade = llm_model(f"{sheet}\nDraft: {draft}\nGrade: good or poor?", config)
    if "poor" not in grade.lower():
        return draft
    return refine(llm_model(f"{sheet}\nImprove: {draft}", config), sheet, config)


def solve_quality(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(refine(llm_model(sheet, exp_config), sheet, exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "A", 4
