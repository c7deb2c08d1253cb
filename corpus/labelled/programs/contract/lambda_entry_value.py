def solve_reasoned(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reason = llm_model(f"Reason about {question}", exp_config)
    letter = extract_answer(llm_model(f"{reason}\n{question}\n{menu}\nLetter:", exp_config))
    if len(options) > 4:
        return [letter, reason]
    return letter, "A", 3
