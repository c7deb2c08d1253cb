def patient(prompt, config):
    for _ in range(3):
        try:
            return llm_model(prompt, config)
        except Exception:
            pass
    return ""


def solve_patient(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [extract_answer(patient(f"{n}. {question}\n{rows}\nLetter:", exp_config)) for n in range(5)]
    letters = [letter for letter in letters if letter != "X"]
    return (sorted(letters, key=letters.count)[-1] if letters else "X"), "D", 3
