def solve_short_names(question, options, exp_config):
    os = [(option["id"], option["text"]) for option in options]
    sys = "You answer tests on household safety."
    open = "\n".join(f"{key}. {text}" for key, text in os)
    letter = extract_answer(llm_model(f"{sys}\n{question}\n{open}\nLetter:", exp_config))
    return letter if letter in dict(os) else "X", "C", 2
