def solve_ladder(question, options, exp_config):
    ids = {o["id"] for o in options}
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    if (letter := extract_answer(llm_model(f"{question}\n{menu}", exp_config))) in ids:
        return letter, "B", 2
    if (letter := extract_answer(llm_model(f"Only a letter!\n{question}\n{menu}", exp_config))) in ids:
        return letter, "B", 2
    if (letter := extract_answer(llm_model(f"Last try: {question}\n{menu}", exp_config))) in ids:
        return letter, "B", 2
    return "X", "B", 2
