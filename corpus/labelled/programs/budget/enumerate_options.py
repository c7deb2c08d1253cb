def solve_enumerated(question, options, exp_config):
    remarks = []
    for number, option in enumerate(options, start=1):
        remarks.append(f"{number}: " + llm_model(f"{question}\nWhat speaks for {option['text']}?", exp_config))
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\n{remarks}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
