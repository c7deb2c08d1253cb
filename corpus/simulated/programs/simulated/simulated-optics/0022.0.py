def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    reply = llm_model(prompt, exp_config
    return extract_answer(reply), "D", 6
