def solve_chain(question, options, exp_config):
    opening = llm_model("Tell me about the kidneys.", exp_config)
    letter = extract_answer(llm_model(f"{opening}\nNow say a letter between A and E.", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "E", 2
