def solve_placeholder(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    frame = "End with exactly this sentence: The answer is <letter>."
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{frame}", exp_config).split("The answer is")[-1])
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
