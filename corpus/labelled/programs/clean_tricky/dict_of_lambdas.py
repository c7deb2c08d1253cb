def solve_modes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    modes = {
        "calculate": lambda: llm_model(f"Calculate step by step.\n{question}\n{rows}\nLetter:", exp_config),
        "recall": lambda: llm_model(f"Recall what you know.\n{question}\n{rows}\nLetter:", exp_config),
    }
    kind = llm_model(f"Does this need calculation or recall?\n{question}", exp_config).lower()
    letter = extract_answer(modes["calculate" if "calc" in kind else "recall"]())
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
