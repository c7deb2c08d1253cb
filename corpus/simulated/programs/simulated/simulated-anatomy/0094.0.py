def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    kept = []
    for option in options:
        reply = llm_model(f"{prompt}\nCould it be {option['text']}? Reply with its letter if so.", exp_config)
        if extract_answer(reply) == option["id"]:
            kept.append(option["id"])
    if len(kept) == 1:
        return kept[0], "C", 4
    return extract_answer(llm_model(prompt, exp_config)), "C", 4
