calls_made = 0


def ask(prompt, config):
    global calls_made
    calls_made += 1
    return llm_model(f"#{calls_made} {prompt}", config)


def solve_counted(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    analysis = ask(f"What is being asked? {question}", exp_config)
    letter = extract_answer(ask(f"{analysis}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
