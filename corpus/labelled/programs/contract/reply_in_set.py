def solve_sized(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    seen = set()
    seen.add(llm_model(f"A remark on {question}", exp_config))
    len(seen)
    letter = extract_answer(llm_model(sheet, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
