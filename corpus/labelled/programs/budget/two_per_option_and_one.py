def solve_eleven(question, options, exp_config):
    notes = []
    for option in options:
        notes.append(llm_model(f"{question}\nArgue for {option['text']}.", exp_config))
        notes.append(llm_model(f"{question}\nArgue against {option['text']}.", exp_config))
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model("\n".join(notes) + f"\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "E", 5
