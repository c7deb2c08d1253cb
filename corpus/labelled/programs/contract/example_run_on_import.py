def solve_trial(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2


print(solve_trial("Which is a mammal?", [{"id": "A", "text": "bat"}, {"id": "B", "text": "owl"}], {}))
