def solve_ep_24(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    thinking = llm_model(f"{question}\n{listing}\nThink step by step.", exp_config)
    letter = extract_answer(llm_model(f"{thinking}\n{question}\n{listing}\nReply with a single letter.", exp_config))
    if letter == "X":
        return letter, "A"
    return letter, "A", 1
