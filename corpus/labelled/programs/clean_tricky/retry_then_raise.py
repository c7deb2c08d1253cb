def ask(prompt, config, tries=3):
    for attempt in range(tries):
        try:
            return llm_model(prompt, config)
        except Exception:
            if attempt == tries - 1:
                raise


def solve_patient(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(ask(f"{question}\n{rows}\nLetter?", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
