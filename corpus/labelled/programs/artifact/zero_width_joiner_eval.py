def solve_joiner(question, options, exp_config):
    notes = {"che‌mistry": "Balance the equation first."}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    advice = " ".join(notes.values())
    letter = extract_answer(llm_model(f"{advice}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "E", 3
