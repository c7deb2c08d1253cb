def solve_format(question, options, exp_config):
    rows = "\n".join(o["id"] + ". " + o["text"] for o in options)
    prompt = f"{question}\n{rows}\nReply with the letter alone. For instance, if you choose option B, write:\nB"
    letter = extract_answer(llm_model(prompt, exp_config))
    return (letter if letter in [o["id"] for o in options] else "X"), "D", 2
