def ask(prompt, config):
    return llm_model(prompt, config)


GREETING = ask("Introduce yourself as a botanist.", {})


def solve_botany(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    notes = ask(f"{GREETING}\nNotes on {question}", exp_config)
    letter = extract_answer(ask(f"{notes}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
