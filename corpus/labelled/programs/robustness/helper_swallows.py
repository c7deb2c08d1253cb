def safe(prompt, config):
    try:
        return llm_model(prompt, config)
    except Exception as problem:
        print("solver failed:", problem)
        return ""


def solve_safe(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    facts = safe(f"Facts about: {question}", exp_config)
    letter = extract_answer(safe(f"{facts}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
