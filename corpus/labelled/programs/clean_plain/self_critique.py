def solve_critique(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    draft = llm_model(f"{question}\n{listing}\nExplain your choice.", exp_config)
    critique = llm_model(f"Find the weakest step in this argument:\n{draft}", exp_config)
    revised = llm_model(f"{question}\n{listing}\nDraft: {draft}\nCritique: {critique}\nFinal letter:", exp_config)
    match extract_answer(revised):
        case "X":
            return "X", "C", 4
        case letter:
            return letter, "C", 4
